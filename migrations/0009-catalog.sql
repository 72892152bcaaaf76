-- The game-catalog pipeline: what is known of the ids of the external catalogue, the candidates that come of them, their
-- rules, and the steps. A row is its own job: `due_at` says when it is worth trying, `lease_token` who works on it.

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
    -- The names of the fields that a person set: no later step changes them.
    typed text[] not null default '{}',
    -- What the catalogue said, and what the rulebooks say with the quotes that bear it: reliability compares the two.
    catalog jsonb,
    interpreted jsonb,
    stage text not null default 'PENDING_RULES',
    status text not null default 'PENDING',
    reliability text not null default 'UNVERIFIED',
    reliability_checks jsonb not null default '[]',
    failure_reason text,
    rank int,
    rank_order int not null generated always as (coalesce(rank, 2147483647)) stored,
    game_id uuid references games,
    expansion_id uuid references expansions,
    -- Raised by each approval that changes what is to be published.
    revision int not null default 0,
    -- An approved expansion whose base game isn't in the engine yet.
    waiting boolean not null default false,
    -- The engine refused it, or its base is rejected: it takes a person to go on.
    blocked boolean not null default false,
    -- The call that is being made, its Idempotency-Key included: sent again after a crash.
    engine_call jsonb,
    attempts smallint not null default 0,
    unproven smallint not null default 0,
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
create index candidates_to_collect on candidates (rank_order, id) where stage = 'PENDING_RULES' and status = 'PENDING';
create index candidates_to_interpret on candidates (rank_order, id) where stage = 'RULES_COLLECTED' and status = 'PENDING';
create index candidates_to_publish on candidates (rank_order, id) where status = 'APPROVED' and not blocked and not waiting;
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

-- An id of the external catalogue: an entry of its ranking, or one that was asked for (then `imported_at` is absent).
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
    -- True until the catalogue has answered for it; somebody asked for it, so it comes before the ranking's order.
    wanted boolean not null default true,
    asked boolean not null default false,
    enrich_order int not null generated always as (case when asked then 0 else coalesce(rank, 2147483647) end) stored,
    -- Why there will be no candidate.
    outcome text,
    failure_reason text,
    -- An answer for several ids could not be used: each is asked for by itself.
    alone boolean not null default false,
    attempts smallint not null default 0,
    lost_leases smallint not null default 0,
    due_at timestamptz not null default now(),
    lease_token uuid,
    lease_until timestamptz,
    version int not null default 1,
    constraint catalog_entries_catalog_id_check check (catalog_id > 0),
    constraint catalog_entries_outcome_check check (outcome in ('MISSING', 'NOT_A_GAME')),
    constraint catalog_entries_name_check check (imported_at is null or display_name is not null),
    constraint catalog_entries_lease_check check ((lease_token is null) = (lease_until is null))
) with (fillfactor = 50); -- an import changes most rows, and few of their indexed columns: room for them on their pages
create index catalog_entries_to_enrich on catalog_entries (enrich_order, catalog_id) where wanted;
create index catalog_entries_leased on catalog_entries (lease_token) where lease_token is not null;
create index catalog_entries_by_rank on catalog_entries (rank_order, catalog_id);
create index catalog_entries_by_name on catalog_entries (folded(display_name), catalog_id);
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
create index rule_sources_by_created on rule_sources (candidate_id, created_at, id);

-- Kept until interpreted, and no longer than the configured days.
create table rule_texts (
    source_id uuid primary key references rule_sources on delete cascade,
    candidate_id uuid not null references candidates,
    text text not null,
    created_at timestamptz not null default now()
);
create index rule_texts_by_candidate on rule_texts (candidate_id);
create index rule_texts_by_age on rule_texts (created_at);

-- A claim locks its step's row, so that pause, suspension, pace and budget are exact over all instances.
create table pipeline_steps (
    step text primary key,
    position smallint not null,
    paused boolean not null default false,
    suspended_until timestamptz,
    suspend_reason text,
    -- Why no instance can do this step, whatever its other state.
    standstill text,
    next_call_at timestamptz not null default now(),
    -- Of this UTC day: what the step has asked of its service.
    usage_day date not null default '2000-01-01',
    calls int not null default 0,
    tokens bigint not null default 0,
    constraint pipeline_steps_step_check
        check (step in ('ENRICH_FROM_CATALOG', 'COLLECT_RULES', 'INTERPRET_RULES', 'PUBLISH'))
);
insert into pipeline_steps (step, position, standstill)
select step, position, 'not configured: no instance that runs the pipeline has started yet'
from unnest(array['ENRICH_FROM_CATALOG', 'COLLECT_RULES', 'INTERPRET_RULES', 'PUBLISH']) with ordinality s (step, position);

-- Its one row is locked by the import under way.
create table ranking_imports (
    name text primary key,
    imported_at timestamptz
);
insert into ranking_imports (name) values ('rankings');
