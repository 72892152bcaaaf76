-- Games with their expansions, and the playsets that people make of them.

create table games (
    id uuid primary key default uuidv7(),
    display_name text collate pg_c_utf8 not null,
    description text not null,
    min_players int not null,
    max_players int not null,
    image_url text,
    tags text[] not null,
    score_type text not null,
    win_condition text,
    source_ref text,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint games_source_ref_key unique (source_ref),
    constraint games_players_check check (1 <= min_players and min_players <= max_players),
    constraint games_score_type_check check (score_type in ('SCORE', 'TIME', 'TURNS', 'WIN_LOSS')),
    constraint games_win_condition_check check ((score_type = 'WIN_LOSS') = (win_condition is null))
);
comment on column games.source_ref is 'The game''s entry in an outside source, such as an external catalogue.';
comment on column games.version is 'Also counts changes of the game''s expansions, because a game shows them as its own.';
create table game_images (
    game_id uuid primary key references games,
    source_url text not null,
    small bytea,
    large bytea,
    attempts int not null default 0,
    due_at timestamptz default now(),
    failure text,
    constraint game_images_sizes_check check ((small is null) = (large is null))
);
comment on table game_images is 'The images behind games.image_url, as WebP with 96 and 320 pixels on each side.';
comment on column game_images.due_at is 'When the image is fetched next; null if it is here, or will never be.';
comment on column game_images.failure is 'Why the last attempt brought no image.';
create table uploaded_game_images (
    game_id uuid primary key references games,
    small bytea not null,
    large bytea not null,
    uploaded_at timestamptz not null default now()
);
comment on table uploaded_game_images is
    'The images that editors uploaded, as game_images has the fetched ones. They have precedence, and say nothing of who uploaded them.';
-- WebP is compressed already.
alter table game_images alter column small set storage external, alter column large set storage external;
alter table uploaded_game_images alter column small set storage external, alter column large set storage external;
-- For the job that fetches images.
create index game_images_by_due on game_images (due_at) where due_at is not null;

create index games_by_created on games (created_at, id);
create index games_by_updated on games (updated_at, id);
create index games_by_name on games (folded(display_name), id);
create index games_by_plain_name on games (plain_name(display_name));
comment on index games_by_plain_name is 'For imports, which find games by the names in other trackers.';
create index games_by_min_players on games (min_players, id);
create index games_by_max_players on games (max_players, id);
create index games_by_name_part on games using gin (folded(display_name) gin_trgm_ops);

create table expansions (
    id uuid primary key default uuidv7(),
    game_id uuid not null references games,
    display_name text collate pg_c_utf8 not null,
    description text,
    image_url text,
    source_ref text,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint expansions_source_ref_key unique (source_ref)
);
create index expansions_by_created on expansions (game_id, created_at, id);

create table playsets (
    id uuid primary key,
    owner_id uuid not null references users,
    game_id uuid not null references games,
    display_name text collate pg_c_utf8,
    variants text[] not null,
    scenario text,
    sort_name text collate pg_c_utf8 not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz
);
comment on column playsets.sort_name is
    'The first 200 characters of the folded name. Lists sort by it. A playset without a name has the name of its game.';
create index playsets_by_age on playsets (created_at, id) where deleted_at is null;
create index playsets_by_owner on playsets (owner_id, id) where deleted_at is null;
create index playsets_by_created on playsets (owner_id, created_at, id) where deleted_at is null;
create index playsets_by_updated on playsets (owner_id, updated_at, id) where deleted_at is null;
create index playsets_by_name on playsets (owner_id, sort_name, id) where deleted_at is null;
create index playsets_by_game on playsets (game_id);

create table playset_expansions (
    playset_id uuid not null references playsets,
    expansion_id uuid not null references expansions,
    position int not null,
    primary key (playset_id, expansion_id)
);
create index playset_expansions_by_expansion on playset_expansions (expansion_id);
