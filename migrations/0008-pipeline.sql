-- The game-catalog pipeline: the entries of the external catalogue, the candidates made of them, their rules, the steps.
-- A row is its own job: the next attempt begins at due_at or later, and lease_token belongs to the worker that has the row.

create table candidates (
    id uuid primary key default uuidv7(),
    catalog_id bigint not null,
    display_name text collate pg_c_utf8 not null,
    description text,
    min_players int,
    max_players int,
    playing_time int,
    min_age int,
    year_published int,
    image_url text,
    tags text[] not null default '{}',
    is_expansion boolean not null default false,
    base_game_catalog_id bigint,
    score_type text,
    win_condition text,
    manually_set text[] not null default '{}',
    catalog jsonb,
    interpreted jsonb,
    stage text not null default 'PENDING_RULES',
    status text not null default 'PENDING',
    reliability text not null default 'UNVERIFIED',
    reliability_checks jsonb not null default '[]',
    failure_reason text,
    last_failure text,
    rank int,
    rank_order int not null generated always as (coalesce(rank, 2147483647)) stored,
    game_id uuid references games,
    expansion_id uuid references expansions,
    revision int not null default 0,
    waiting boolean not null default false,
    blocked boolean not null default false,
    engine_call jsonb,
    attempts smallint not null default 0,
    unproven_attempts smallint not null default 0,
    service_failures smallint not null default 0,
    lost_leases smallint not null default 0,
    due_at timestamptz not null default now(),
    lease_token uuid,
    lease_until timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint candidates_catalog_id_key unique (catalog_id),
    constraint candidates_catalog_id_check check (catalog_id > 0),
    constraint candidates_stage_check check (stage in ('PENDING_RULES', 'RULES_COLLECTED', 'INTERPRETED', 'FAILED')),
    constraint candidates_status_check check (status in ('PENDING', 'APPROVED', 'PUBLISHED', 'REJECTED')),
    constraint candidates_approved_check check (status not in ('APPROVED', 'PUBLISHED') or stage = 'INTERPRETED'),
    constraint candidates_reliability_check check (reliability in ('HIGH', 'MEDIUM', 'LOW', 'UNVERIFIED')),
    constraint candidates_lease_check check ((lease_token is null) = (lease_until is null))
);
comment on table candidates is 'A game or expansion of the external catalogue on its way into the engine.';
comment on column candidates.manually_set is 'The fields that a person set. No later step changes them.';
comment on column candidates.catalog is 'The values from the catalogue. Reliability compares them with the rulebooks.';
comment on column candidates.interpreted is 'The values from the rulebooks, with the quotes that support them.';
comment on column candidates.failure_reason is 'Why the candidate failed or is blocked.';
comment on column candidates.last_failure is 'Why the last attempt failed, if another attempt follows.';
comment on column candidates.revision is 'Each approval with new values to publish raises it.';
comment on column candidates.waiting is 'True for an approved expansion whose base game is not in the engine yet.';
comment on column candidates.blocked is
    'The engine refused the candidate, or its base game was rejected. A person must decide.';
comment on column candidates.engine_call is
    'The call to the engine that is under way, with its Idempotency-Key. After a crash it is made again.';
comment on column candidates.unproven_attempts is 'How many interpretations failed because no quote supported them.';
comment on column candidates.service_failures is
    'How often a service itself failed with this candidate. Such candidates come last, so that they do not block the '
    'others.';
comment on column candidates.lost_leases is
    'How many workers ended while they had the candidate. After the third we give it up.';
create index candidates_to_collect on candidates (service_failures, rank_order, id)
    where stage = 'PENDING_RULES' and status = 'PENDING';
create index candidates_to_interpret on candidates (service_failures, rank_order, id)
    where stage = 'RULES_COLLECTED' and status = 'PENDING';
create index candidates_to_publish on candidates (service_failures, rank_order, id)
    where status = 'APPROVED' and not blocked and not waiting;
create index candidates_leased on candidates (lease_token) where lease_token is not null;
create index candidates_by_created on candidates (created_at, id);
create index candidates_by_updated on candidates (updated_at, id);
create index candidates_by_rank on candidates (rank_order, id);
create index candidates_by_name on candidates (folded(display_name), id);
create index candidates_by_name_part on candidates using gin (folded(display_name) gin_trgm_ops);
create index candidates_by_status on candidates (status, stage, created_at, id);
create index candidates_by_stage on candidates (stage, created_at, id);
create index candidates_by_base_game on candidates (base_game_catalog_id) where base_game_catalog_id is not null;
create index candidates_by_game on candidates (game_id) where game_id is not null;
create index candidates_by_expansion on candidates (expansion_id) where expansion_id is not null;
create index candidates_by_year on candidates (year_published);

create table candidate_activity (
    id uuid primary key default uuidv7(),
    candidate_id uuid not null references candidates on delete cascade,
    kind text not null,
    step text,
    user_id uuid references users,
    client_id text,
    fields text[],
    url text,
    reason text,
    next_attempt_at timestamptz,
    created_at timestamptz not null default now(),
    constraint candidate_activity_kind_check check (kind in (
        'CREATED', 'CHANGED', 'SOURCE_ADDED', 'SOURCE_DELETED', 'APPROVED', 'REJECTED', 'RETRIED',
        'ENRICHED', 'SOURCE_READ', 'RULES_COLLECTED', 'INTERPRETED', 'ATTEMPT_FAILED', 'FAILED', 'BLOCKED', 'PUBLISHED')),
    constraint candidate_activity_step_check
        check (step in ('ENRICH_FROM_CATALOG', 'COLLECT_RULES', 'INTERPRET_RULES', 'PUBLISH'))
);
comment on table candidate_activity is
    'What happened to a candidate: what people did (with the user or client), and what the steps did (with the step). It is '
    'written in the transaction of the change.';
comment on column candidate_activity.fields is 'The fields that a person set.';
comment on column candidate_activity.url is 'The rule source that was added, deleted or read.';
create index candidate_activity_by_created on candidate_activity (candidate_id, created_at, id);
create index candidate_activity_by_user on candidate_activity (user_id) where user_id is not null;

create table catalog_entries (
    catalog_id bigint primary key,
    display_name text collate pg_c_utf8,
    year_published int,
    rank int,
    rank_order int not null generated always as (coalesce(rank, 2147483647)) stored,
    bayes_average double precision,
    average double precision,
    users_rated int,
    is_expansion boolean not null default false,
    family_ranks jsonb not null default '{}',
    imported_at timestamptz,
    candidate_id uuid references candidates,
    pending boolean not null default true,
    unlinked boolean not null generated always as
        (pending and candidate_id is null and outcome is null and imported_at is not null) stored,
    requested_at timestamptz,
    enrich_order int not null
        generated always as (case when requested_at is not null then 0 else coalesce(rank, 2147483647) end) stored,
    outcome text,
    failure_reason text,
    single boolean not null default false,
    attempts smallint not null default 0,
    service_failures smallint not null default 0,
    lost_leases smallint not null default 0,
    due_at timestamptz not null default now(),
    lease_token uuid,
    lease_until timestamptz,
    version int not null default 1,
    constraint catalog_entries_catalog_id_check check (catalog_id > 0),
    constraint catalog_entries_outcome_check check (outcome in ('MISSING', 'NOT_A_GAME')),
    constraint catalog_entries_name_check check (imported_at is null or display_name is not null),
    constraint catalog_entries_lease_check check ((lease_token is null) = (lease_until is null))
) with (fillfactor = 50);
comment on table catalog_entries is
    'An id of the external catalogue: an entry of its ranking, or an id that somebody requested. Half of each page is free, '
    'because an import changes most rows but few indexed columns.';
comment on column catalog_entries.imported_at is 'Null for an id that is not in the ranking.';
comment on column catalog_entries.pending is 'True until the catalogue has answered for this id.';
comment on column catalog_entries.unlinked is
    'True for an entry of the ranking that has no candidate yet and waits for the catalogue''s answer.';
comment on column catalog_entries.requested_at is
    'When somebody, or an expansion of it, last requested the id. It comes before the ids of the ranking then.';
comment on column catalog_entries.outcome is 'Why there will be no candidate.';
comment on column catalog_entries.single is
    'True after an unusable answer for several ids. Each of them is asked for alone then.';
comment on column catalog_entries.service_failures is 'How often the catalogue itself failed with this id. Such ids come last.';
create index catalog_entries_to_enrich on catalog_entries (service_failures, enrich_order, catalog_id) where pending;
-- The state of the pipeline counts these 180,000 entries. Their keys are two values, so the index is small: 150 pages.
create index catalog_entries_pending on catalog_entries (unlinked) where pending;
create index catalog_entries_leased on catalog_entries (lease_token) where lease_token is not null;
create index catalog_entries_by_rank on catalog_entries (rank_order, catalog_id);
create index catalog_entries_by_name on catalog_entries (folded(display_name), catalog_id);
create index catalog_entries_requested on catalog_entries (requested_at, catalog_id) where requested_at is not null;
create index catalog_entries_by_candidate on catalog_entries (candidate_id) where candidate_id is not null;

create table rule_sources (
    id uuid primary key default uuidv7(),
    candidate_id uuid not null references candidates,
    url text not null,
    origin text not null,
    title text,
    content_type text,
    language text,
    hash text,
    bytes bigint,
    characters int,
    fetched_at timestamptz,
    failure_reason text,
    version int not null default 1,
    created_at timestamptz not null default now(),
    constraint rule_sources_url_key unique (candidate_id, url),
    constraint rule_sources_origin_check check (origin in ('MANUAL', 'SEARCH'))
);
comment on table rule_sources is 'Where the rules of a candidate can be read.';
create index rule_sources_by_created on rule_sources (candidate_id, created_at, id);

create table rule_texts (
    source_id uuid primary key references rule_sources on delete cascade,
    candidate_id uuid not null references candidates,
    text text not null,
    created_at timestamptz not null default now()
);
comment on table rule_texts is
    'The text of a rule source. It is deleted after its interpretation, or after the configured number of days.';
create index rule_texts_by_candidate on rule_texts (candidate_id);
create index rule_texts_by_age on rule_texts (created_at);

create table pipeline_steps (
    step text primary key,
    position smallint not null,
    paused boolean not null default false,
    suspended_until timestamptz,
    suspend_reason text,
    failures smallint not null default 0,
    outage_until timestamptz,
    next_call_at timestamptz not null default now(),
    usage_day date not null default '2000-01-01',
    calls int not null default 0,
    tokens bigint not null default 0,
    last_success_at timestamptz,
    last_failure_at timestamptz,
    last_failure text,
    constraint pipeline_steps_step_check
        check (step in ('ENRICH_FROM_CATALOG', 'COLLECT_RULES', 'INTERPRET_RULES', 'PUBLISH'))
);
comment on table pipeline_steps is
    'A row for each step. A worker locks the row to take a lease, so that pause, pace and budget are exact over all '
    'instances.';
comment on column pipeline_steps.failures is
    'The number of calls in a row that failed because of the service. The third suspends the step until outage_until.';
comment on column pipeline_steps.usage_day is 'The UTC day for which calls and tokens are counted.';
insert into pipeline_steps (step, position)
select step, position
from unnest(array['ENRICH_FROM_CATALOG', 'COLLECT_RULES', 'INTERPRET_RULES', 'PUBLISH']) with ordinality s (step, position);

create table pipeline_instances (
    id uuid primary key,
    alive_until timestamptz not null,
    disabled_reasons jsonb not null,
    loopback_ports int[] not null
);
comment on table pipeline_instances is
    'The instances whose workers run. An instance that does not renew alive_until counts as gone.';
comment on column pipeline_instances.disabled_reasons is
    'For each step that this instance cannot do, the reason. It does all other steps.';
comment on column pipeline_instances.loopback_ports is 'Ports of the instance''s machine that it may fetch rulebooks from.';

create table ranking_imports (
    id uuid primary key default uuidv7(),
    user_id uuid references users,
    client_id text,
    stored_rows int not null,
    unreadable_rows int not null,
    unreadable jsonb not null,
    created_at timestamptz not null default now()
);
comment on table ranking_imports is 'The imports of the ranking that ended well. The others left nothing.';
comment on column ranking_imports.unreadable is 'The first 100 rows that could not be read.';
create index ranking_imports_by_created on ranking_imports (created_at, id);
create index ranking_imports_by_user on ranking_imports (user_id) where user_id is not null;

create table ranking_import_turn (
    only_one boolean primary key default true,
    constraint ranking_import_turn_only_one_check check (only_one)
);
comment on table ranking_import_turn is 'One row. The ranking import that is under way locks it.';
insert into ranking_import_turn default values;
