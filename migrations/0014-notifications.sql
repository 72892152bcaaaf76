-- Notifications: where and how often somebody gets mail about what waits for them, the mails that are to be sent, and which
-- answers in the inbox they have seen.

create table notification_settings (
    user_id uuid primary key references users,
    address text,
    lets_in_since timestamptz,
    unverified_address text,
    verification_id uuid,
    verification_hash bytea,
    verification_ends_at timestamptz,
    mail boolean not null default true,
    kinds text[] not null default '{}',
    pace text not null default 'AT_ONCE',
    locale text not null default 'en',
    time_zone text not null default 'UTC',
    last_mail_at timestamptz,
    version int not null default 2,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint notification_settings_pace_check check (pace in ('AT_ONCE', 'DAILY')),
    constraint notification_settings_lets_in_check check (lets_in_since is null or address is not null),
    constraint notification_settings_verification_check
        check (unverified_address is null or verification_id is not null and verification_ends_at is not null)
);
comment on table notification_settings is
    'Where, about what and how often a user gets mail and push messages. Without a row they get none.';
comment on column notification_settings.address is 'The user has opened the link that was sent there. Mail goes to no other address.';
comment on column notification_settings.lets_in_since is
    'Since then a link that was mailed to the address signs in. Null unless the owner of the account has agreed to that.';
comment on column notification_settings.mail is 'False after the user has ended all mail. The address stays.';
comment on column notification_settings.verification_id is
    'The secret of the link is made from it and a secret of the service when the mail is sent.';
comment on column notification_settings.verification_hash is 'SHA-256 of the secret of the link; null until its mail is sent.';
comment on column notification_settings.version is 'Without a row, the settings have version 1.';
create index notification_settings_by_address on notification_settings (folded(address)) where address is not null;
comment on index notification_settings_by_address is 'For the accounts that an address lets in, and the language of an invited person.';
create index notification_settings_unverified on notification_settings (verification_ends_at) where unverified_address is not null;
comment on index notification_settings_unverified is 'For the purge of addresses that nobody has verified in time.';

create table mails (
    user_id uuid not null references notification_settings on delete cascade,
    kind text not null,
    message_id uuid not null default uuidv7(),
    due_at timestamptz,
    attempts int not null default 0,
    lease_token uuid,
    lease_until timestamptz,
    constraint mails_pkey primary key (user_id, kind),
    constraint mails_kind_check check (kind in ('INBOX', 'VERIFICATION')),
    constraint mails_lease_check check ((lease_token is null) = (lease_until is null)),
    constraint mails_due_check check (due_at is not null or lease_until is not null)
);
comment on table mails is
    'Mails to be sent. A row has no words: what a mail says is decided when it is sent, from what its user may see by then.';
comment on column mails.message_id is 'The Message-ID of all attempts, so that a mail that was sent twice is shown once.';
comment on column mails.due_at is 'Null while the mail is leased, unless something new has happened since.';
create index mails_due on mails (least(due_at, lease_until));

create table told_items (
    user_id uuid not null references notification_settings on delete cascade,
    item_id uuid not null,
    since timestamptz not null,
    constraint told_items_pkey primary key (user_id, item_id)
);
comment on table told_items is 'What the mails to a user have counted already, and what still waits.';

create table inbox_seen (
    user_id uuid primary key references users,
    until timestamptz not null
);
comment on table inbox_seen is
    'Up to which time a user has seen the answers in their inbox. It never goes back. Without a row they have seen none.';

create table mail_head (
    only_one boolean primary key default true,
    position bigint not null,
    tag int not null,
    sending_until timestamptz,
    constraint mail_head_only_one_check check (only_one)
);
comment on table mail_head is
    'One row: the last event that was read for mails. Its lock lets one instance at a time read on.';
comment on column mail_head.sending_until is 'An instance that sends mail moves it on. After this time none does.';
insert into mail_head (position, tag) select position, tag from event_head;
