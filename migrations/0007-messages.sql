-- Messages: applications, the keys of their texts, and the translations.

create table applications (
    id text collate "C" primary key,
    display_name text collate pg_c_utf8 not null,
    description text,
    base_locale text collate "C" not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint applications_id_check check (id ~ '^[a-z][a-z0-9-]{1,62}$' and id <> 'count')
);
comment on table applications is 'An app whose texts are stored here.';
comment on column applications.id is 'Chosen by the developers. It cannot be count, because of the path /applications/count.';
create index applications_by_created on applications (created_at, id);
create index applications_by_updated on applications (updated_at, id);
create index applications_by_id on applications (folded(id));
create index applications_by_name on applications (folded(display_name), id);
create index applications_by_name_part on applications using gin (folded(display_name) gin_trgm_ops);

create table message_keys (
    application_id text collate "C" not null references applications,
    key text collate "C" not null,
    base_text text not null,
    base_digest uuid not null generated always as (md5(base_text)::uuid) stored,
    description text,
    arguments jsonb not null,
    obsoleted_at timestamptz,
    status text not null generated always as (case when obsoleted_at is null then 'ACTIVE' else 'OBSOLETE' end) stored,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint message_keys_pkey primary key (application_id, key)
);
comment on table message_keys is
    'A key is never deleted. If an import leaves it out, it is obsolete until an import has it again.';
comment on column message_keys.base_digest is
    'A digest of the base text. A translation stores the digest of the base text that it was written for.';
comment on column message_keys.arguments is 'For example [{"name": "count", "type": "NUMBER"}]';
create index message_keys_by_created on message_keys (application_id, created_at, key);
create index message_keys_by_updated on message_keys (application_id, updated_at, key);
create index message_keys_by_name on message_keys (application_id, folded(key), key);

-- Half of each page is free. An import can change every row, and a new row on the page of the old one needs no index entry:
-- 0.8 s in place of 2 s for 50,000.
create table translations (
    id uuid not null default uuidv7(),
    application_id text collate "C" not null,
    key text collate "C" not null,
    locale text collate "C" not null,
    draft_text text,
    draft_arguments jsonb,
    draft_fits boolean not null default true,
    draft_base uuid,
    drafted_by uuid references users,
    drafted_at timestamptz,
    published_text text,
    published_arguments jsonb,
    published_fits boolean not null default true,
    published_base uuid,
    published_by uuid references users,
    published_at timestamptz,
    outdated boolean not null default false,
    status text not null generated always as (case
        when published_text is null then case when draft_text is null then 'NONE' else 'DRAFT' end
        when draft_text is null then 'PUBLISHED'
        else 'PUBLISHED_WITH_DRAFT' end) stored,
    invalid boolean not null generated always as (not (draft_fits and published_fits)) stored,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint translations_pkey primary key (application_id, key, locale),
    constraint translations_key_fkey foreign key (application_id, key) references message_keys
) with (fillfactor = 50);
comment on table translations is
    'A draft, a published text, or both. A row with neither was discarded, and stays so that the next text gets a new '
    'version.';
comment on column translations.draft_arguments is
    'The arguments that the draft uses: {"count": {"type": "NUMBER"}, "name": {}}. The draft fits its key if the key''s '
    'arguments contain them.';
comment on column translations.draft_base is 'The base_digest of the base text that the draft was written for.';
comment on column translations.outdated is
    'True if the latest text (the draft, if there is one) was written for an earlier base text of the key.';
create index translations_by_locale on translations (application_id, locale, key);
create index translations_by_created on translations (application_id, created_at, id);
create index translations_by_name on translations (application_id, folded(key), id);
-- The queue of a translator (listWork with a filter by locale) reads the translations of one locale, in the order of their keys.
create index translations_by_locale_name on translations (application_id, folded(locale), folded(key), id);
create index translations_by_drafter on translations (drafted_by) where drafted_by is not null;
create index translations_by_publisher on translations (published_by) where published_by is not null;
