-- Matches with their participants, and the edits that change a finalized match.

create table matches (
    id uuid primary key,
    game_id uuid not null references games,
    playset_id uuid references playsets,
    community_id uuid references communities,
    recorder_id uuid not null references users,
    played_at timestamptz not null,
    edit_requests_enabled boolean not null default true,
    is_public boolean not null default false,
    finalized_at timestamptz,
    last_edited_at timestamptz,
    last_edited_by uuid references users,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz
);
comment on table matches is 'A draft until it is finalized. Then only match edits change it.';
comment on column matches.is_public is 'True for a final match whose recorder''s MATCH_HISTORY setting is PUBLIC.';
comment on column matches.finalized_at is 'Null for a draft. Drafts sort after all final matches.';
-- For lists and filters of a recorder's matches.
create index matches_by_created on matches (recorder_id, created_at, id) where deleted_at is null;
create index matches_by_played on matches (recorder_id, played_at, id) where deleted_at is null;
create index matches_by_finalized on matches (recorder_id, coalesce(finalized_at, 'infinity'::timestamptz), id) include (finalized_at)
    where deleted_at is null;
create index matches_by_recorder on matches (recorder_id, id) include (finalized_at, community_id)
    where deleted_at is null;
create index matches_by_recorder_and_game on matches (recorder_id, game_id, played_at) where deleted_at is null;
comment on index matches_by_recorder_and_game is
    'For one recorder''s matches of a game in a span of time. Without it a filter by game would read all recorders'' '
    'matches.';
create index matches_by_recorder_and_playset on matches (recorder_id, playset_id)
    where playset_id is not null and deleted_at is null;
create index matches_final_by_recorder on matches (recorder_id, finalized_at, id)
    where finalized_at is not null and deleted_at is null;
comment on index matches_final_by_recorder is 'For matches that somebody may see by a recorder''s settings or trust.';
-- For lists of a community's final matches.
create index matches_of_community_by_created on matches (community_id, created_at, id)
    where finalized_at is not null and community_id is not null;
create index matches_of_community_by_played on matches (community_id, played_at, id) include (game_id, recorder_id)
    where finalized_at is not null and community_id is not null;
create index matches_of_community_by_finalized on matches (community_id, finalized_at, id)
    where finalized_at is not null and community_id is not null;
create index matches_of_community on matches (community_id, id) include (recorder_id)
    where finalized_at is not null and community_id is not null;
-- For lists of matches that everybody may see.
create index matches_public_by_created on matches (created_at, id) include (recorder_id) where is_public;
create index matches_public_by_played on matches (played_at, id) include (recorder_id) where is_public;
create index matches_public_by_finalized on matches (finalized_at, id) include (recorder_id) where is_public;
create index matches_public on matches (id) include (recorder_id, community_id) where is_public;
create index matches_public_by_playset on matches (playset_id, recorder_id) where is_public and playset_id is not null;
-- For matches that refer to a row of another table.
create index matches_by_game on matches (game_id, id)
    include (recorder_id, community_id, played_at, finalized_at, deleted_at);
comment on index matches_by_game is 'Has every column that the statistics of a game need.';
create index matches_by_playset on matches (playset_id) where playset_id is not null;
create index matches_by_community on matches (community_id) where community_id is not null;
create index matches_by_last_editor on matches (last_edited_by) where last_edited_by is not null;

create table match_expansions (
    match_id uuid not null references matches,
    expansion_id uuid not null references expansions,
    position int not null,
    primary key (match_id, expansion_id)
);
create index match_expansions_by_expansion on match_expansions (expansion_id);

create table participants (
    id uuid primary key,
    match_id uuid not null references matches,
    ghost_player_id uuid not null references ghost_players,
    position int not null,
    score numeric,
    rank int,
    outcome text,
    dispute_reason text,
    disputed_at timestamptz,
    disputed_by uuid references users,
    match_created_at timestamptz not null,
    match_played_at timestamptz not null,
    match_finalized_at timestamptz,
    match_deleted_at timestamptz,
    match_final boolean not null generated always as (match_finalized_at is not null) stored,
    match_game_id uuid,
    match_community_id uuid,
    kind text,
    place int,
    place_of int,
    winners int,
    tied boolean,
    won boolean,
    side int,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint participants_ghost_player_key unique (match_id, ghost_player_id)
        include (id, position, kind, place, won, side, score),
    constraint participants_score_check check (abs(score) <= 99999999.99 and scale(score) <= 2),
    constraint participants_rank_check check (rank >= 1),
    constraint participants_outcome_check check (outcome in ('WIN', 'LOSS')),
    constraint participants_kind_check check (kind in ('ALONE', 'TOGETHER', 'COMPETITIVE', 'UNKNOWN')),
    constraint participants_result_check check ((kind is null) = (match_finalized_at is null) and (kind is null) = (place_of is null)
        and (kind is null) = (tied is null) and (kind is null) = (match_game_id is null)),
    constraint participants_winners_check check (winners is null and kind is distinct from 'COMPETITIVE'
        or winners between 0 and place_of and kind = 'COMPETITIVE'),
    constraint participants_place_check check (place is null or place between 1 and place_of and kind = 'COMPETITIVE')
);
comment on table participants is
    'A ghost player in a match. Columns match_… repeat the match''s, so that an index has a ghost player''s final matches '
    'in each order of lists. finish.ts computes the columns from kind to side, the result, from all participants of a final '
    'match.';
comment on column participants.match_game_id is 'The game of a final match; null for a draft.';
comment on column participants.match_community_id is 'The community of a final match; null for a draft.';
comment on column participants.place is 'Null if nothing shows the place, or if there was no contest.';
comment on column participants.place_of is
    'The number of participants who finished against one another. Without a contest, the number who took part.';
comment on column participants.winners is
    'In a contest, the number of winners. Winners divided by place_of is everybody''s chance.';
comment on column participants.side is 'The same number for participants with the same team; null without a team.';
create index participants_by_ghost_player on participants (ghost_player_id, match_final, match_id)
    where match_deleted_at is null;
create index participants_by_created on participants (ghost_player_id, match_created_at, match_id)
    where match_final and match_deleted_at is null;
create index participants_by_played on participants (ghost_player_id, match_played_at, match_id)
    include (id, position, match_game_id, match_community_id, kind, place, place_of, winners, tied, won, side, score)
    where match_final and match_deleted_at is null;
comment on index participants_by_played is 'Has the whole result, because a page of statistics reads all results of a player.';
create index participants_by_finalized on participants (ghost_player_id, match_finalized_at, match_id)
    where match_final and match_deleted_at is null;
create index participants_by_disputer on participants (disputed_by, disputed_at, id) where disputed_by is not null;

create table loadouts (
    id uuid primary key,
    participant_id uuid not null references participants on delete cascade,
    attributes json not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint loadouts_participant_key unique (participant_id)
);
comment on column loadouts.attributes is 'json, not jsonb: answers have the attributes exactly as they were sent.';

create table results_due (
    game_id uuid primary key references games,
    after_match uuid not null default '00000000-0000-0000-0000-000000000000',
    updated_at timestamptz not null default clock_timestamp()
);
comment on table results_due is
    'A game with matches whose results are from before the last change of the game or of the rule. Nearly always empty.';
comment on column results_due.after_match is 'The matches after this one still need new results.';

create table results_rule (
    only_one boolean primary key default true,
    rule int not null,
    constraint results_rule_only_one_check check (only_one)
);
comment on table results_rule is
    'One row: the version of the rule in finish.ts that computed the results. A service with a newer rule makes all games '
    'due.';

create table results_checks (
    only_one boolean primary key default true,
    begun_at timestamptz not null,
    lease_until timestamptz not null,
    ended_at timestamptz,
    matches bigint not null default 0,
    differences bigint not null default 0,
    constraint results_checks_only_one_check check (only_one)
);
comment on table results_checks is
    'One row: the last comparison of all results with their matches, the instance that makes it, and its findings.';
comment on column results_checks.lease_until is 'The instance works on the comparison until then, unless it has ended.';

create table seen_ghost_players (
    circle_id uuid not null,
    ghost_player_id uuid not null,
    owner_id uuid not null,
    sort_name text collate pg_c_utf8 not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint seen_ghost_players_pkey primary key (circle_id, ghost_player_id) include (owner_id)
);
comment on table seen_ghost_players is
    'The ghost players that a circle sees, each once. A community sees those in its final matches. A canonical player sees '
    'the ghost players that they claimed from others, and all in the final matches of these. It has no foreign keys, '
    'because their locks can deadlock with claims.';
create index seen_ghost_players_by_created on seen_ghost_players (circle_id, created_at, ghost_player_id);
create index seen_ghost_players_by_updated on seen_ghost_players (circle_id, updated_at, ghost_player_id);
create index seen_ghost_players_by_name on seen_ghost_players (circle_id, sort_name, ghost_player_id);
create index seen_ghost_players_by_ghost_player on seen_ghost_players (ghost_player_id);

create table seen_playsets (
    circle_id uuid not null,
    playset_id uuid not null,
    owner_id uuid not null,
    sort_name text collate pg_c_utf8 not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint seen_playsets_pkey primary key (circle_id, playset_id) include (owner_id)
);
comment on table seen_playsets is
    'The playsets of final matches that a circle sees, each once. The circle is a community, a canonical player or the '
    'recorder of the matches.';
create index seen_playsets_by_created on seen_playsets (circle_id, created_at, playset_id);
create index seen_playsets_by_updated on seen_playsets (circle_id, updated_at, playset_id);
create index seen_playsets_by_name on seen_playsets (circle_id, sort_name, playset_id);
create index seen_playsets_by_playset on seen_playsets (playset_id);

create table match_edits (
    id uuid primary key,
    match_id uuid not null references matches,
    proposed_by uuid not null references users,
    status text not null default 'PENDING',
    decided_by uuid references users,
    decided_at timestamptz,
    changes_playset boolean not null,
    playset_id uuid references playsets,
    changes_expansions boolean not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint match_edits_status_check check (status in ('PENDING', 'APPROVED', 'REJECTED')),
    constraint match_edits_decided_check check ((status = 'PENDING') = (decided_at is null))
);
comment on table match_edits is 'A proposal to change a finalized match. The match''s recorder decides.';
comment on column match_edits.playset_id is 'The new playset if changes_playset is true; null removes the playset.';
create index match_edits_by_created on match_edits (match_id, created_at, id);
create index match_edits_by_proposer on match_edits (proposed_by, created_at, id);
create index match_edits_pending_by_proposer on match_edits (proposed_by, created_at, id) where status = 'PENDING';
-- The answers to a proposer, for the inbox.
create index match_edits_answered on match_edits (proposed_by, decided_at, id) where status <> 'PENDING';
create index match_edits_by_decider on match_edits (decided_by) where decided_by is not null;
create index match_edits_by_playset on match_edits (playset_id) where playset_id is not null;

create table match_edit_participants (
    edit_id uuid not null references match_edits,
    participant_id uuid not null references participants,
    position int not null,
    score_set boolean not null,
    score numeric,
    rank_set boolean not null,
    rank int,
    outcome_set boolean not null,
    outcome text,
    primary key (edit_id, participant_id),
    constraint match_edit_participants_score_check check (abs(score) <= 99999999.99 and scale(score) <= 2),
    constraint match_edit_participants_rank_check check (rank >= 1),
    constraint match_edit_participants_outcome_check check (outcome in ('WIN', 'LOSS'))
);
comment on table match_edit_participants is
    'The results that an edit changes. A value counts only if its flag …_set is true; null then removes the old value.';
create index match_edit_participants_by_participant on match_edit_participants (participant_id);

create table match_edit_loadouts (
    edit_id uuid not null references match_edits,
    participant_id uuid not null references participants,
    position int not null,
    loadout_id uuid not null,
    attributes json not null,
    primary key (edit_id, participant_id)
);
comment on column match_edit_loadouts.loadout_id is 'The id of the loadout that the edit makes if the participant has none.';
create index match_edit_loadouts_by_participant on match_edit_loadouts (participant_id);

create table match_edit_expansions (
    edit_id uuid not null references match_edits,
    expansion_id uuid not null references expansions,
    position int not null,
    primary key (edit_id, expansion_id)
);
create index match_edit_expansions_by_expansion on match_edit_expansions (expansion_id);

create table seen_match_edits (
    circle_id uuid not null,
    edit_id uuid not null,
    recorder_id uuid not null,
    created_at timestamptz not null,
    decided_at timestamptz not null default 'infinity',
    constraint seen_match_edits_pkey primary key (circle_id, edit_id) include (recorder_id)
);
comment on table seen_match_edits is
    'The match edits that a circle sees, each once. The circles of an edit are the recorder and the community of its match, '
    'the match''s ghost players, and everybody (the nil UUID) if the match and its details are public. It has no '
    'foreign keys, like seen_ghost_players.';
comment on column seen_match_edits.decided_at is 'infinity while the edit is pending.';
create index seen_match_edits_by_created on seen_match_edits (circle_id, created_at, edit_id) include (recorder_id);
create index seen_match_edits_by_decided on seen_match_edits (circle_id, decided_at, edit_id) include (recorder_id);
create index seen_match_edits_pending on seen_match_edits (circle_id, created_at, edit_id) where decided_at = 'infinity';
comment on index seen_match_edits_pending is 'The edits that wait for a recorder, for the inbox.';
create index seen_match_edits_by_edit on seen_match_edits (edit_id);

create table seen_disputes (
    circle_id uuid not null,
    participant_id uuid not null,
    disputed_at timestamptz not null,
    constraint seen_disputes_pkey primary key (circle_id, participant_id)
);
comment on table seen_disputes is
    'The disputes that a circle sees, each once. The circles of a dispute are the recorder and the ghost players of its '
    'match. It has no foreign keys, like seen_ghost_players.';
create index seen_disputes_by_disputed on seen_disputes (circle_id, disputed_at, participant_id);
create index seen_disputes_by_participant on seen_disputes (participant_id);

create table dispute_answers (
    id uuid primary key,
    participant_id uuid not null references participants,
    edit_id uuid not null references match_edits,
    disputer_id uuid not null,
    reason text not null,
    settled_at timestamptz not null default now(),
    constraint dispute_answers_participant_key unique (participant_id, edit_id)
);
comment on table dispute_answers is
    'A dispute that an edit by somebody else has settled, for the inbox of its disputer. It is deleted after two weeks.';
comment on column dispute_answers.disputer_id is
    'The user who disputed. It has no foreign key: an approval would lock this user after the match, and an erasure before it.';
create index dispute_answers_by_edit on dispute_answers (edit_id);
create index dispute_answers_by_disputer on dispute_answers (disputer_id, settled_at, id);
create index dispute_answers_by_settled on dispute_answers (settled_at);
comment on index dispute_answers_by_settled is 'For the purge.';
