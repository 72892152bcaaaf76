-- Imports: the files of other trackers that people bring, what is to be made of them, and what was.

create table imports (
    id uuid primary key,
    owner_id uuid not null references users,
    format text not null,
    time_zone text not null,
    state text not null,
    file_digest bytea not null,
    notes jsonb not null default '[]',
    counts jsonb not null default '{}',
    dropped jsonb not null default '[]',
    dropped_at timestamptz,
    failures int not null default 0,
    failure text,
    worked_at timestamptz,
    started_at timestamptz,
    ended_at timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint imports_state_check check (state in ('QUESTIONS', 'READY', 'RUNNING', 'DONE', 'FAILED', 'EXPIRED')),
    constraint imports_failure_check check ((state = 'FAILED') = (failure is not null))
);
comment on table imports is
    'A file of another tracker. Only its owner sees it. A worker that makes its matches locks the row for each slice.';
comment on column imports.file_digest is 'SHA-256 of the file, by which a program finds its import again.';
comment on column imports.notes is 'What is wrong with the file and belongs to no play.';
comment on column imports.counts is 'How many plays, people and games there are of each kind; written with every change.';
comment on column imports.dropped is 'The plays that were deleted since they were done, counted as in counts.';
comment on column imports.dropped_at is 'When the last play that can be deleted was deleted; null after each start.';
comment on column imports.failures is 'Slices in a row that have failed.';
comment on column imports.worked_at is 'When a slice was last tried. The import that waits longest is next.';
create index imports_by_owner on imports (owner_id, created_at, id);
create unique index imports_running_key on imports (owner_id) where state = 'RUNNING';
create index imports_running on imports (worked_at, id) where state = 'RUNNING';
create index imports_by_state on imports (state, updated_at) where state <> 'RUNNING';
comment on index imports_by_state is 'For the purge of what nobody started, or of what ended long ago.';
create index imports_with_plays on imports (updated_at) where dropped_at is null and state in ('DONE', 'EXPIRED');
comment on index imports_with_plays is 'For the purge of plays.';
comment on index imports_running is 'For the worker, which takes turns among all imports that run.';

create table import_questions (
    id uuid primary key,
    import_id uuid not null references imports on delete cascade,
    kind text not null,
    key text not null,
    name text not null,
    plain_name text not null,
    bgg_id int,
    source_ref text,
    is_owner boolean not null,
    is_cooperative boolean not null,
    game_key text,
    new_game jsonb,
    plays int not null,
    decision text not null,
    answered_at timestamptz,
    candidates uuid[] not null default '{}',
    suggests_first boolean not null default false,
    ghost_player_id uuid references ghost_players,
    game_id uuid references games,
    expansion_id uuid references expansions,
    playset_id uuid references playsets,
    created_at timestamptz not null default now(),
    constraint import_questions_key unique (import_id, kind, key),
    constraint import_questions_kind_check check (kind in ('PERSON', 'GAME', 'EXPANSION', 'PLAYSET')),
    constraint import_questions_decision_check check (decision in ('KNOWN', 'NEW', 'ASKED', 'WAITS', 'LEFT_OUT')),
    constraint import_questions_known_check
        check (decision <> 'KNOWN' or num_nonnulls(ghost_player_id, game_id, expansion_id, playset_id) = 1)
);
comment on table import_questions is 'A person, game, expansion or playset that a file names, and who or what that is here.';
comment on column import_questions.answered_at is
    'When the owner has decided; else the service has. A game that waits is then one that appeared later.';
comment on column import_questions.suggests_first is 'The first candidate has the very name; else it is only similar.';
comment on column import_questions.game_key is 'Of a playset: the key of its game.';
comment on column import_questions.new_game is 'Of a game: what the file says about players and scores, for whoever adds the game.';
comment on column import_questions.plain_name is 'The name without case and accents.';
comment on column import_questions.plays is 'How many plays of the file name it.';
create index import_questions_by_ghost_player on import_questions (ghost_player_id) where ghost_player_id is not null;
create index import_questions_by_game on import_questions (game_id) where game_id is not null;
create index import_questions_by_expansion on import_questions (expansion_id) where expansion_id is not null;
create index import_questions_by_playset on import_questions (playset_id) where playset_id is not null;
create index import_questions_waiting on import_questions (import_id, plain_name, bgg_id) where decision = 'WAITS';
comment on index import_questions_waiting is 'For the games that imports wait for.';

create table import_plays (
    id uuid primary key,
    import_id uuid not null references imports on delete cascade,
    position int not null,
    at text not null,
    source_id text,
    game_key text,
    person_keys text[] not null default '{}',
    local_time timestamp,
    played_at timestamptz,
    digest bytea,
    play jsonb,
    notes jsonb not null default '[]',
    status text not null,
    reason text,
    match_id uuid references matches,
    created_at timestamptz not null default now(),
    constraint import_plays_position_key unique (import_id, position),
    constraint import_plays_status_check check (status in ('NEW', 'SAME', 'CORRECTS_DRAFT', 'PROPOSES_EDIT',
        'WAITS_FOR_GAME', 'LEFT_OUT', 'IMPORTED', 'CORRECTED', 'PROPOSED'))
);
comment on table import_plays is 'A play of a file: what will be done with it, and then what was done.';
comment on column import_plays.at is 'The place in the file, such as a line.';
comment on column import_plays.local_time is 'What the file says, if it has no offset. played_at follows from it and the time zone.';
comment on column import_plays.digest is 'Changes with what the file says about the play.';
comment on column import_plays.play is 'Null if the file is wrong there, so that nothing can be made of it.';
create index import_plays_by_status on import_plays (import_id, status, position) include (reason);
create index import_plays_by_match on import_plays (match_id) where match_id is not null;

create table import_links (
    owner_id uuid not null references users,
    format text not null,
    source_id text not null,
    match_id uuid not null references matches,
    digest bytea not null,
    match_version int not null,
    constraint import_links_pkey primary key (owner_id, format, source_id)
);
comment on table import_links is
    'The match that was made of a play, so that no file makes it again. It is written in the transaction of the match.';
comment on column import_links.match_version is 'The version that the import wrote. Another one shows a change by somebody.';
create index import_links_by_match on import_links (match_id);

create table import_answers (
    owner_id uuid not null references users,
    kind text not null,
    name text not null,
    decision text not null,
    ghost_player_id uuid references ghost_players,
    game_id uuid references games,
    created_at timestamptz not null default now(),
    constraint import_answers_pkey primary key (owner_id, kind, name),
    constraint import_answers_kind_check check (kind in ('PERSON', 'GAME')),
    constraint import_answers_decision_check check (decision in ('KNOWN', 'WAITS', 'LEFT_OUT'))
);
comment on table import_answers is 'What the owner has answered, for their next imports.';
comment on column import_answers.name is 'The plain name; of a game with a number, bgg: and the number.';
create index import_answers_by_ghost_player on import_answers (ghost_player_id) where ghost_player_id is not null;
create index import_answers_by_game on import_answers (game_id) where game_id is not null;
