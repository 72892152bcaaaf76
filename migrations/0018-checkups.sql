-- What the service finds when it looks at itself, for its operators.

create table checkups (
    only_one boolean primary key default true,
    due_at timestamptz not null default now(),
    asked boolean not null default false,
    lease_until timestamptz,
    checked_at timestamptz,
    machine text,
    checks json not null default '[]',
    backups json,
    backup_asked_at timestamptz,
    backup_failure text,
    constraint checkups_only_one_check check (only_one)
);
comment on table checkups is 'What was found when an instance last checked what the service needs. It has one row.';
comment on column checkups.asked is 'True if an operator asked for the next look; it also asks the services of the pipeline.';
comment on column checkups.lease_until is 'An instance is checking, at most until this time.';
comment on column checkups.machine is 'The machine that checked, because folders and clocks are those of one machine.';
comment on column checkups.backups is 'The backups of an embedded PostgreSQL; null if the database is another one.';
comment on column checkups.backup_asked_at is 'When somebody asked for a backup that was not made yet.';
insert into checkups default values;

create table figures (
    instance text not null,
    at timestamptz not null default now(),
    seconds real not null,
    requests int not null,
    refused int not null,
    failed int not null,
    median real,
    slow real,
    memory bigint not null,
    connections int not null,
    events int not null,
    mails int not null,
    constraint figures_pkey primary key (at, instance),
    constraint figures_seconds_check check (seconds > 0)
);
comment on table figures is
    'What each instance counted in the last day: a row every five minutes. An instance that adds a row deletes the older ones.';
comment on column figures.at is 'The end of the time that was counted; it is this number of seconds long.';
comment on column figures.refused is 'Requests that were answered with a status from 400 to 499; failed: from 500 to 599.';
comment on column figures.median is 'In seconds: half of the requests took less; slow: 99 of 100 did. Null if there was no request.';
comment on column figures.memory is 'In bytes, of all processes of the instance.';
comment on column figures.connections is 'How many connections all programs had to PostgreSQL.';
comment on column figures.events is 'Events that had no place in the log yet.';
comment on column figures.mails is 'Mails that waited.';
