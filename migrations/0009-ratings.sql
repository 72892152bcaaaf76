-- Ratings: how strong the players of a game are, in each pool of matches whose results the same people may see.

create table rating_pools (
    id uuid primary key default uuidv7(),
    game_id uuid not null references games,
    community_id uuid references communities,
    last_played_at timestamptz,
    last_match_id uuid,
    matches int not null default 0,
    formula int not null default 0,
    checked_at timestamptz not null default clock_timestamp(),
    constraint rating_pools_community_key unique nulls not distinct (game_id, community_id),
    constraint rating_pools_last_check check ((last_played_at is null) = (last_match_id is null))
);
comment on table rating_pools is
    'A pool: the matches of a game in a community, or its public matches, whose recorders'' history and details are public.';
comment on column rating_pools.community_id is 'Null for the public matches.';
comment on column rating_pools.last_played_at is 'With last_match_id, the newest match in the ratings.';
comment on column rating_pools.matches is 'The number of matches in the ratings.';
comment on column rating_pools.formula is
    'The version of the formula that made the ratings. Ratings from an older formula are computed again.';
comment on column rating_pools.checked_at is 'When the ratings were last compared with a replay of all matches.';
create index rating_pools_by_check on rating_pools (checked_at);
create index rating_pools_by_formula on rating_pools (formula);

create table ratings (
    pool_id uuid not null references rating_pools on delete cascade,
    player_id uuid not null,
    ghost_player_id uuid not null,
    mu double precision not null,
    sigma double precision not null,
    rating int not null,
    uncertainty int not null,
    matches int not null,
    wins int not null,
    chance double precision not null,
    by_rating bigint not null generated always as (rating - case when matches < 5 then 1000000000000 else 0 end) stored,
    by_wins bigint not null generated always as (wins - case when matches < 5 then 1000000000000 else 0 end) stored,
    by_win_share bigint not null generated always as (
        round(((wins - chance) / matches * 1000)::numeric)::bigint - case when matches < 5 then 1000000000000 else 0 end) stored,
    by_rating_ascending bigint not null generated always as (rating + case when matches < 5 then 1000000000000 else 0 end) stored,
    by_wins_ascending bigint not null generated always as (wins + case when matches < 5 then 1000000000000 else 0 end) stored,
    by_win_share_ascending bigint not null generated always as (
        round(((wins - chance) / matches * 1000)::numeric)::bigint + case when matches < 5 then 1000000000000 else 0 end) stored,
    constraint ratings_pkey primary key (pool_id, player_id),
    constraint ratings_matches_check check (matches >= 1 and wins between 0 and matches)
);
comment on table ratings is
    'A player''s rating in a pool. It has no foreign keys to players, because their locks can deadlock with claims.';
comment on column ratings.player_id is 'A canonical player that every reader of the pool may see, or else a ghost player.';
comment on column ratings.ghost_player_id is 'The player''s ghost player in their last match.';
comment on column ratings.rating is 'The number that people see, made from mu and sigma.';
comment on column ratings.chance is
    'The number of matches that chance alone wins: the sum of the share of winning sides in each match.';
comment on column ratings.by_rating is
    'The sort key of a leaderboard, descending. Players with fewer than five matches come last.';
comment on column ratings.by_rating_ascending is
    'The sort key of an ascending leaderboard. Players with fewer than five matches come last here too.';
create index ratings_by_rating on ratings (pool_id, by_rating, ghost_player_id);
create index ratings_by_rating_ascending on ratings (pool_id, by_rating_ascending, ghost_player_id);
create index ratings_by_wins on ratings (pool_id, by_wins, ghost_player_id);
create index ratings_by_wins_ascending on ratings (pool_id, by_wins_ascending, ghost_player_id);
create index ratings_by_win_share on ratings (pool_id, by_win_share, ghost_player_id);
create index ratings_by_win_share_ascending on ratings (pool_id, by_win_share_ascending, ghost_player_id);

create table rating_changes (
    id bigint generated always as identity primary key,
    game_id uuid,
    community_id uuid,
    played_at timestamptz,
    match_id uuid,
    recorder_id uuid,
    ghost_player_id uuid,
    canonical_player_id uuid,
    due_at timestamptz not null default now(),
    constraint rating_changes_what_check check (num_nonnulls(game_id, recorder_id, ghost_player_id, canonical_player_id) = 1
        and (game_id is null) = (played_at is null) and (game_id is null) = (match_id is null)
        and (game_id is not null or canonical_player_id is not null or community_id is null))
);
comment on table rating_changes is
    'Changes that are not in the ratings yet, written in their transactions. A row is for one match, or for all matches of '
    'a recorder (privacy), of a ghost player (claims), or of a canonical player in a pool (membership, profile).';
comment on column rating_changes.match_id is 'All zeros mean all matches of the pool from played_at on.';
create index rating_changes_of_pool on rating_changes (game_id, community_id) where game_id is not null;
create index rating_changes_to_expand on rating_changes (due_at, id) where game_id is null;
