-- Message catalogs: applications, the keys of their texts, and what translators make of them.

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
create index applications_by_created on applications (created_at, id);
create index applications_by_updated on applications (updated_at, id);
create index applications_by_id on applications (folded(id));
create index applications_by_name on applications (folded(display_name), id);
create index applications_by_name_part on applications using gin (folded(display_name) gin_trgm_ops);

-- A key is never deleted: one that an import lacks is obsolete, until an import has it again.
create table message_keys (
    application_id text collate "C" not null references applications,
    key text collate "C" not null,
    base_text text not null,
    -- Tells one base text from another, to know which one a translation was written for.
    base_digest uuid not null generated always as (md5(base_text)::uuid) stored,
    description text,
    -- As imported: [{"name": "count", "type": "NUMBER"}]
    arguments jsonb not null,
    obsoleted_at timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint message_keys_pkey primary key (application_id, key)
);
create index message_keys_by_created on message_keys (application_id, created_at, key);
create index message_keys_by_updated on message_keys (application_id, updated_at, key);
create index message_keys_by_name on message_keys (application_id, folded(key), key);

-- Half of each page is free: an import that changes arguments touches every translation of their keys, and where the new
-- row finds room beside the old one no index is written (0.8 s against 2 s for 50,000).
-- A row without a text is a translation that was discarded: it stays, so that the version of the next one is a new one.
-- What a text asks of its key's arguments is kept with it, {"count": {"type": "NUMBER"}, "name": {}}: it fits a key whose
-- arguments, in the same form, contain it.
create table translations (
    id uuid not null default uuidv7(),
    application_id text collate "C" not null,
    key text collate "C" not null,
    locale text collate "C" not null,
    draft_text text,
    draft_asks jsonb,
    draft_fits boolean not null default true,
    draft_base uuid,
    drafted_by uuid references users,
    drafted_at timestamptz,
    published_text text,
    published_asks jsonb,
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
create index translations_by_locale on translations (application_id, locale, key);
create index translations_by_created on translations (application_id, created_at, id);
create index translations_by_name on translations (application_id, folded(key), id);
create index translations_by_drafter on translations (drafted_by) where drafted_by is not null;
create index translations_by_publisher on translations (published_by) where published_by is not null;
