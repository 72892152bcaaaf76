-- What all resources share: how timestamps are written, how texts compare, and the answers stored for retries.

-- Its trigram indexes find a part of a name.
create extension if not exists pg_trgm;

create function rfc3339(at timestamptz) returns text
language sql stable parallel safe
return translate((at at time zone 'UTC')::text, ' ', 'T') || 'Z';
comment on function rfc3339 is
    'A timestamp in RFC 3339 and UTC, with all stored digits. It needs the session''s datestyle ISO.';

-- Nearly all text is composed already. To decompose it would take up to ten times as long, for every name in a search.
create function folded(value text) returns text
language sql immutable parallel safe
return case
    when octet_length(value) = char_length(value) then casefold(value collate pg_unicode_fast)
    when value is nfc normalized and casefold(value collate pg_unicode_fast) is nfc normalized
        then casefold(value collate pg_unicode_fast)
    else normalize(casefold(normalize(value, NFD) collate pg_unicode_fast), NFC)
end;
comment on function folded is
    'Text for comparisons that ignore case. Different spellings of a name give the same text: Å as one or two characters, ß '
    'as SS.';

-- Below each letter is the plain Latin letter that it looks like. NFKD can make eighteen letters of one, and an index entry must
-- have fewer than 2,704 bytes, so the result is cut.
create function appearance(value text) returns text
language sql immutable parallel safe
return left(folded(translate(
    normalize(value, NFKD),
    'АВЕЅІЈКМНОРСТУХҮԚԜԌӀԀЬ'
        'авеѕіјкмнорстухүһԁԛԝѵԍӏгпь'
        'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'
        'αβγεηικνορςτυχω'
        'ıȷɑɡ'
        'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ',
    'ABESIJKMHOPCTYXYQWGIdb'
        'abesijkmhopctyxyhdqwvglrnb'
        'ABEZHIKMNOPTYX'
        'abyenikvopctuxw'
        'ijag'
        'abcdefghijklmnoprstuvwyz'
)), 300);
comment on function appearance is
    'Text by its looks: two texts that most fonts draw alike are the same, such as a Cyrillic and a Latin a. It ignores '
    'case too.';

create function plain_name(value text) returns text
language sql immutable parallel safe
return left(btrim(regexp_replace(
    regexp_replace(normalize(folded(value), NFD), '[\u0300-\u036f]', '', 'g'), '\s+', ' ', 'g')), 300);
comment on function plain_name is 'A name without case, accents and double spaces, to find a name that was written elsewhere.';

create table idempotency_keys (
    caller uuid not null,
    key uuid not null,
    fingerprint bytea not null,
    status smallint,
    etag text,
    location text,
    body text,
    users uuid[],
    created_at timestamptz not null default now(),
    constraint idempotency_keys_pkey primary key (caller, key)
);
comment on table idempotency_keys is
    'The answers stored for retries, each in the transaction of its change. Only inside such a transaction has a row no '
    'status.';
comment on column idempotency_keys.fingerprint is 'A hash of the request. The same key with another request is refused.';
comment on column idempotency_keys.users is
    'The users that the answer names, apart from its caller; null if it names nobody else.';
create index idempotency_keys_by_age on idempotency_keys (created_at);
create index idempotency_keys_by_user on idempotency_keys using gin (users) with (fastupdate = off)
    where users is not null;
comment on index idempotency_keys_by_user is
    'For the answers that an erasure changes. Nearly all answers name nobody but their caller, so they are not in it.';

create table secrets (
    name text primary key,
    value bytea not null,
    created_at timestamptz not null default now()
);
comment on table secrets is 'Secrets that all instances on one database share, such as the key that signs cursors.';

create table timelines (
    id int primary key,
    seen_at timestamptz not null default now()
);
comment on table timelines is
    'With several servers: the timelines of PostgreSQL that the primary had. A standby with the newest one follows the '
    'current primary.';
