-- The embedded issuer: who may sign in, and the keys that sign its tokens.

create table accounts (
    id uuid primary key default uuidv7(),
    name text collate pg_c_utf8 not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
);
comment on table accounts is 'The people to whom the embedded issuer gives tokens.';
create unique index accounts_name_key on accounts (folded(name));

create table signing_keys (
    id text primary key,
    private_jwk json not null,
    created_at timestamptz not null default now(),
    retired_at timestamptz
);
comment on column signing_keys.retired_at is 'Retiring a key ends the tokens that it signed.';
