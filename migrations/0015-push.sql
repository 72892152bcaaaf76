-- Web Push: the browsers that get push messages about the inbox of their person.

create table push_devices (
    id uuid primary key,
    user_id uuid not null references users,
    session_id uuid references sessions on delete cascade,
    token_id uuid references personal_tokens on delete cascade,
    grant_model text not null generated always as ('Grant') stored,
    grant_id text,
    ends_at timestamptz,
    name text collate pg_c_utf8 not null,
    endpoint text not null,
    p256dh text not null,
    auth text not null,
    public_key text not null,
    sent_at timestamptz,
    not_before timestamptz,
    due_at timestamptz,
    attempts int not null default 0,
    lease_token uuid,
    lease_until timestamptz,
    created_at timestamptz not null default now(),
    constraint push_devices_grant_fkey foreign key (grant_model, grant_id) references oidc_artifacts on delete cascade,
    constraint push_devices_credential_check check (num_nonnulls(session_id, token_id, grant_id, ends_at) = 1),
    constraint push_devices_lease_check check ((lease_token is null) = (lease_until is null))
);
comment on table push_devices is
    'Browsers that get push messages. A device ends with the session, token or grant that registered it.';
comment on column push_devices.ends_at is
    'Of a device that was registered with an access token alone: no row here says when the token''s person signs out.';
comment on column push_devices.endpoint is
    'The URL of the browser''s push service. Whoever knows it and the keys can send to the browser, so no answer shows them.';
comment on column push_devices.p256dh is 'The public key of the browser, in base64url (RFC 8291).';
comment on column push_devices.auth is 'A secret that the browser shares with us, in base64url (RFC 8291).';
comment on column push_devices.public_key is 'Our key (RFC 8292) that the browser knows. It takes messages by no other key.';
comment on column push_devices.sent_at is 'When the push service last took a message.';
comment on column push_devices.not_before is 'No message is sent earlier, so that messages keep their distance.';
comment on column push_devices.due_at is 'Null while nothing is to be sent, or while it is being sent.';
create unique index push_devices_endpoint_key on push_devices (endpoint);
create unique index push_devices_session_key on push_devices (session_id) where session_id is not null;
create index push_devices_by_user on push_devices (user_id, created_at, id);
create index push_devices_by_token on push_devices (token_id) where token_id is not null;
create index push_devices_by_grant on push_devices (grant_id, grant_model) where grant_id is not null;
create index push_devices_by_end on push_devices (ends_at) where ends_at is not null;
comment on index push_devices_by_end is 'For the purge of devices that have ended.';
create index push_devices_due on push_devices (least(due_at, lease_until)) where due_at is not null or lease_until is not null;
comment on index push_devices_due is 'For the next messages to send.';

create table pushed_items (
    device_id uuid not null references push_devices on delete cascade,
    item_id uuid not null,
    since timestamptz not null,
    constraint pushed_items_pkey primary key (device_id, item_id)
);
comment on table pushed_items is 'What the messages to a device have counted already, and what still waits.';

create table push_head (
    only_one boolean primary key default true,
    public_key text,
    pushing_until timestamptz,
    constraint push_head_only_one_check check (only_one)
);
comment on table push_head is 'One row: whether messages are sent, and by which key.';
comment on column push_head.public_key is
    'The public part of the key pair that signs for all instances, in base64url (RFC 8292). A shared secret makes the pair.';
comment on column push_head.pushing_until is 'An instance that sends messages moves it on. After this time none does.';
insert into push_head default values;
