-- What every resource shares: how a timestamp is written, how names compare, and the answers kept for retries.

-- Names are found with wildcards at both ends.
create extension if not exists pg_trgm;

-- RFC 3339 in UTC with as many digits as are stored; the session's datestyle is ISO.
create function rfc3339(at timestamptz) returns text
language sql stable parallel safe
return translate((at at time zone 'UTC')::text, ' ', 'T') || 'Z';

-- Text as it compares: without regard to case, the same on every server whatever its locale.
create function folded(value text) returns text
language sql immutable parallel safe
return casefold(value collate pg_c_utf8);

-- An answer is stored in the transaction of its effect; a row without a status exists only inside one.
create table idempotency_keys (
    caller uuid not null,
    key uuid not null,
    fingerprint bytea not null,
    status smallint,
    etag text,
    location text,
    body text,
    created_at timestamptz not null default now(),
    constraint idempotency_keys_pkey primary key (caller, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Secrets that all instances on one database share, such as the key that signs cursors.
create table secrets (
    name text primary key,
    value bytea not null,
    created_at timestamptz not null default now()
);
