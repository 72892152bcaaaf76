-- What approved edits replaced in their matches.

create table edit_replaced (
    edit_id uuid primary key references match_edits,
    playset_id uuid references playsets
);
comment on table edit_replaced is
    'An edit that was approved, with what its match had before. Edits that were approved before this table existed have no row.';
comment on column edit_replaced.playset_id is 'The old playset if the edit changes the playset; null if there was none.';
create index edit_replaced_by_playset on edit_replaced (playset_id) where playset_id is not null;

create table edit_replaced_seats (
    edit_id uuid not null references match_edits,
    participant_id uuid not null references participants,
    position int not null,
    score numeric,
    rank int,
    outcome text,
    attributes json,
    primary key (edit_id, participant_id)
);
comment on table edit_replaced_seats is
    'The old values of a participant that the edit changes. Only fields that the edit sets have one.';
create index edit_replaced_seats_by_participant on edit_replaced_seats (participant_id);

create table edit_replaced_expansions (
    edit_id uuid not null references match_edits,
    expansion_id uuid not null references expansions,
    position int not null,
    primary key (edit_id, expansion_id)
);
create index edit_replaced_expansions_by_expansion on edit_replaced_expansions (expansion_id);
