-- The log of events: the changes that streams send to clients.

create table events (
    n bigint primary key generated always as identity,
    position bigint,
    tag int not null default random(-2147483648, 2147483647)::int,
    kind text not null,
    subject_id uuid not null,
    parent_id uuid,
    version int,
    parties uuid[],
    created_at timestamptz not null default now(),
    constraint events_position_key unique (position)
);
comment on table events is
    'What a change has changed, written in its transaction and stored for a day. It has no foreign keys, because an event '
    'stays after its subject is deleted.';
comment on column events.n is
    'Events of one subject are in the order of its versions, because its row is locked when they are written.';
comment on column events.position is
    'The place in the log; null until the event is numbered, soon after its transaction ends. The lock of event_head makes sure that '
    'nothing appears before a position that was read.';
comment on column events.tag is
    'A random part of the id that clients resume from. After a restore another event can have the same position, but not '
    'the same tag.';
comment on column events.kind is 'The noun of the subject and what happened to it, such as match.updated.';
comment on column events.parent_id is
    'The first id in the path of the subject: the match of an edit, the community of a membership.';
comment on column events.version is 'Null for a subject without versions, or if its row is deleted.';
comment on column events.parties is
    'Users who get the event although the subject is gone, such as the user whose membership has ended.';
create index events_due on events (n) where position is null;

create table event_head (
    only_one boolean primary key default true,
    position bigint not null,
    tag int not null,
    constraint event_head_only_one_check check (only_one)
);
comment on table event_head is
    'One row: the position and tag of the last numbered event. Its lock lets one instance at a time number events.';

-- Nobody gets this event. It is the first place of streams that begin before any change.
insert into events (position, kind, subject_id) values (0, 'log.created', '00000000-0000-0000-0000-000000000000');
insert into event_head (position, tag) select position, tag from events;
