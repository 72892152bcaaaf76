-- Webhooks: the endpoints that administrators want events sent to, and the deliveries to them.

create table webhooks (
    id uuid primary key default uuidv7(),
    maker_id uuid not null references accounts on delete cascade,
    url text not null,
    description text collate pg_c_utf8 not null,
    kinds text[] not null,
    since timestamptz not null default now(),
    secret bytea not null,
    former_secret bytea,
    former_secret_until timestamptz,
    disabled_at timestamptz,
    disabled_reason text,
    failures int not null default 0,
    failing_since timestamptz,
    hold_until timestamptz,
    last_success_at timestamptz,
    last_failure_at timestamptz,
    last_failure text,
    lease_token uuid,
    lease_until timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint webhooks_disabled_check check ((disabled_at is null) = (disabled_reason is null)),
    constraint webhooks_reason_check check (disabled_reason in ('ADMINISTRATOR', 'MAKER', 'GONE', 'FAILING', 'SECRET_LOST')),
    constraint webhooks_former_check check ((former_secret is null) = (former_secret_until is null)),
    constraint webhooks_lease_check check ((lease_token is null) = (lease_until is null))
);
comment on table webhooks is 'The endpoints of administrators. Each gets the events that its maker may see.';
comment on column webhooks.kinds is 'The kinds of events that are sent; empty for all.';
comment on column webhooks.since is 'Events from before this time are not sent: when the webhook was made, or enabled again.';
comment on column webhooks.secret is
    'Encrypted with a secret of the service, because each delivery is signed with it. An endpoint verifies with the same secret.';
comment on column webhooks.failures is 'Failed attempts in a row. They make the next wait longer.';
comment on column webhooks.failing_since is 'The first failed attempt after the last success.';
comment on column webhooks.hold_until is 'Nothing is sent before this time.';
comment on column webhooks.lease_token is 'One instance at a time sends to an endpoint.';
create index webhooks_by_maker on webhooks (maker_id);
create index webhooks_by_created on webhooks (created_at, id);

create table webhook_deliveries (
    id uuid primary key default uuidv7(),
    webhook_id uuid not null references webhooks on delete cascade,
    kind text not null,
    position bigint,
    tag int,
    subject_id uuid,
    parent_id uuid,
    subject_version int,
    parties uuid[],
    happened_at timestamptz not null,
    state text not null default 'WAITING',
    attempts int not null default 0,
    due_at timestamptz default now(),
    last_attempt_at timestamptz,
    last_status int,
    last_error text,
    ended_at timestamptz,
    created_at timestamptz not null default clock_timestamp(),
    constraint webhook_deliveries_event_key unique (webhook_id, position, tag),
    constraint webhook_deliveries_state_check check (state in ('WAITING', 'SENT', 'FAILED')),
    constraint webhook_deliveries_due_check check ((state = 'WAITING') = (due_at is not null)),
    constraint webhook_deliveries_end_check check ((state = 'WAITING') = (ended_at is null)),
    constraint webhook_deliveries_place_check
        check ((position is null) = (tag is null) and (position is null) = (subject_id is null))
);
comment on table webhook_deliveries is
    'An event for a webhook, with what the event was when it was logged, because the log ends before the last attempt.';
comment on column webhook_deliveries.id is 'The header webhook-id of all attempts, by which an endpoint knows a repetition.';
comment on column webhook_deliveries.position is 'The place of the event in the log; null for ping and reset.';
comment on column webhook_deliveries.last_error is 'What the endpoint did wrong, in a few words. Its answers are not stored.';
create index webhook_deliveries_by_created on webhook_deliveries (webhook_id, created_at, id);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, due_at) where state = 'WAITING';
create index webhook_deliveries_failed on webhook_deliveries (webhook_id, ended_at) where state = 'FAILED';
create index webhook_deliveries_ended on webhook_deliveries (ended_at) where state <> 'WAITING';
comment on index webhook_deliveries_ended is 'For the purge of deliveries that have ended.';

create table webhook_head (
    only_one boolean primary key default true,
    position bigint not null,
    tag int not null,
    loopback_ports int[] not null default '{}',
    constraint webhook_head_only_one_check check (only_one)
);
comment on table webhook_head is
    'One row: the last event that was read for webhooks. Its lock lets one instance at a time read on.';
comment on column webhook_head.loopback_ports is
    'Ports of this machine that webhooks can be sent to, as an instance has announced them. Empty outside of tests.';
insert into webhook_head (position, tag) select position, tag from event_head;
