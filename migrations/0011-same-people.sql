-- Same people: a user's own answers, whether two players are one person.

create table same_people (
    id uuid primary key,
    user_id uuid not null references users,
    one_id uuid not null,
    other_id uuid not null,
    is_same boolean not null,
    created_at timestamptz not null default now(),
    constraint same_people_pair_check check (one_id <> other_id)
);
comment on table same_people is
    'A user says that two players are one person, or that they are two. It holds on the pages of this user alone.';
comment on column same_people.one_id is 'A ghost player or a canonical player, like other_id: so neither has a foreign key.';
create unique index same_people_pair_key on same_people (user_id, least(one_id, other_id), greatest(one_id, other_id));
create index same_people_by_created on same_people (user_id, created_at, id);
create index same_people_by_one on same_people (one_id);
create index same_people_by_other on same_people (other_id);
