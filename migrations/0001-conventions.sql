-- What every resource shares: how a timestamp is written, how text compares, and the answers kept for retries.

-- Trigram indexes find a part of a name.
create extension if not exists pg_trgm;

create function rfc3339(at timestamptz) returns text
language sql stable parallel safe
return translate((at at time zone 'UTC')::text, ' ', 'T') || 'Z';
comment on function rfc3339 is
    'A timestamp in RFC 3339 and UTC, with all stored digits. It relies on the session''s datestyle ISO.';

-- Text that is composed already, as nearly all text is, isn't decomposed: that takes ten times as long for ASCII and twice
-- as long for other text, and a search without an index calls this function for every name.
create function folded(value text) returns text
language sql immutable parallel safe
return case
    when octet_length(value) = char_length(value) then casefold(value collate pg_unicode_fast)
    when value is nfc normalized and casefold(value collate pg_unicode_fast) is nfc normalized
        then casefold(value collate pg_unicode_fast)
    else normalize(casefold(normalize(value, NFD) collate pg_unicode_fast), NFC)
end;
comment on function folded is
    'Text for comparisons: it ignores case, in the composed form (NFC), with the same result on every server whatever its '
    'locale. So different spellings of a name are one name: Å as one character or as A and a ring, ß as SS.';

-- Letters of Cyrillic, of Greek and among the rarer Latin ones, each above the plain Latin letter that it looks like. One
-- letter may stand for eighteen in compatibility form, and an index takes no row of 2,704 bytes.
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
    'Text by its looks: two texts that most fonts draw alike are the same, such as those with a Cyrillic or a Latin a, or with '
    'letters of full width. It ignores case too.';

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
    'The answers kept for retries. An answer is stored in the same transaction as its change. A row without a status '
    'exists only inside such a transaction.';
comment on column idempotency_keys.fingerprint is 'A hash of the request: the same key with another request is refused.';
comment on column idempotency_keys.users is 'The users that the answer names, except its caller; null if it names nobody else.';
create index idempotency_keys_by_age on idempotency_keys (created_at);
create index idempotency_keys_by_user on idempotency_keys using gin (users) with (fastupdate = off)
    where users is not null;
comment on index idempotency_keys_by_user is
    'The answers that an erasure changes. Nearly all answers are missing here, because they name nobody but their caller.';

create table secrets (
    name text primary key,
    value bytea not null,
    created_at timestamptz not null default now()
);
comment on table secrets is
    'Secrets that all instances on one database share, such as the key that signs cursors.';

create table timelines (
    id int primary key,
    seen_at timestamptz not null default now()
);
comment on table timelines is
    'With several servers: the timelines of PostgreSQL that the primary had. A standby with the row of the newest timeline '
    'follows the present primary, and not a replaced one. With one server the table is empty.';
