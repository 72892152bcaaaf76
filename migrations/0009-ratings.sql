-- Ratings: how strong the players of a game are, in each pool of matches whose results the same people may see.

create table rating_pools (
    id uuid primary key default uuidv7(),
    game_id uuid not null references games,
    community_id uuid references communities,
    last_played_at timestamptz,
    last_match_id uuid,
    matches int not null default 0,
    checked_at timestamptz not null default clock_timestamp(),
    constraint rating_pools_community_key unique nulls not distinct (game_id, community_id),
    constraint rating_pools_last_check check ((last_played_at is null) = (last_match_id is null))
);
comment on table rating_pools is
    'The matches of a game in a community, or those that are public: history and details of their recorder.';
comment on column rating_pools.community_id is 'Null for the public matches.';
comment on column rating_pools.last_played_at is 'With last_match_id the place of the newest match that the ratings have.';
comment on column rating_pools.matches is 'The matches that the ratings have.';
comment on column rating_pools.checked_at is 'When the ratings were last compared with a replay of all matches.';
create index rating_pools_by_check on rating_pools (checked_at);

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
    constraint ratings_pkey primary key (pool_id, player_id),
    constraint ratings_matches_check check (matches >= 1 and wins between 0 and matches)
);
comment on table ratings is
    'What a pool tells of a player. It has no foreign keys to players: their locks would cross with those of claims.';
comment on column ratings.player_id is 'A canonical player; or a ghost player, whom nobody has claimed.';
comment on column ratings.ghost_player_id is 'As whom the player took part in the last match.';
comment on column ratings.rating is 'What people are shown of mu and sigma.';
comment on column ratings.chance is 'How many of the matches chance would have won: the sum of 1/n over them.';
comment on column ratings.by_rating is 'What a leaderboard is sorted by: whoever has played fewer than five matches comes last.';
create index ratings_by_rating on ratings (pool_id, by_rating, ghost_player_id);
create index ratings_by_wins on ratings (pool_id, by_wins, ghost_player_id);
create index ratings_by_win_share on ratings (pool_id, by_win_share, ghost_player_id);

create table rating_changes (
    id bigint generated always as identity primary key,
    game_id uuid,
    community_id uuid,
    played_at timestamptz,
    match_id uuid,
    recorder_id uuid,
    ghost_player_id uuid,
    due_at timestamptz not null default now(),
    constraint rating_changes_what_check check (num_nonnulls(game_id, recorder_id, ghost_player_id) = 1
        and (game_id is null) = (played_at is null) and (game_id is null) = (match_id is null)
        and (game_id is not null or community_id is null))
);
comment on table rating_changes is
    'What has changed and is not in the ratings yet, each written in the transaction of the change: a match of a pool, all '
    'matches of a recorder whose privacy changed, or all of a ghost player who was claimed or is so no longer.';
comment on column rating_changes.match_id is 'All zeros for the pool''s matches from played_at on.';
create index rating_changes_of_pool on rating_changes (game_id, community_id) where game_id is not null;
create index rating_changes_to_expand on rating_changes (due_at, id) where game_id is null;
