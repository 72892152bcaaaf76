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
