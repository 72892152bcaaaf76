-- Invitations: codes, links and questions by which somebody becomes the stand-in, a member of the community, or a trusted editor.

create table invitations (
    id uuid primary key,
    kind text not null,
    inviter_id uuid not null references users,
    ghost_player_id uuid references ghost_players,
    community_id uuid references communities,
    recipient_id uuid references users,
    hash bytea,
    makes_accounts boolean not null,
    by_administrator boolean not null default false,
    accounts_made int not null default 0,
    uses int not null default 0,
    most_uses int not null,
    last_used_at timestamptz,
    expires_at timestamptz not null,
    ended_at timestamptz,
    declined_at timestamptz,
    unread_since timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint invitations_hash_key unique (hash),
    constraint invitations_recipient_check check ((recipient_id is null) = (hash is not null)
        and (recipient_id is null or kind = 'GHOST_PLAYER' and not makes_accounts and recipient_id <> inviter_id)),
    constraint invitations_kind_check check (kind in ('GHOST_PLAYER', 'COMMUNITY', 'TRUSTED_EDITOR')
        and (kind = 'GHOST_PLAYER') = (ghost_player_id is not null) and (kind = 'COMMUNITY') = (community_id is not null)),
    constraint invitations_uses_check check (uses between 0 and most_uses and (uses > 0) = (last_used_at is not null)),
    constraint invitations_administrator_check check (not by_administrator or makes_accounts),
    constraint invitations_accounts_check check (accounts_made between 0 and most_uses and (accounts_made = 0 or makes_accounts)),
    constraint invitations_declined_check check (declined_at is null or kind = 'GHOST_PLAYER' and ended_at is not null and uses = 0),
    constraint invitations_unread_check check (unread_since is null or uses > 0 or declined_at is not null),
    constraint invitations_once_check check (kind = 'COMMUNITY' or most_uses = 1)
);
comment on table invitations is
    'Whoever knows the secret becomes what it invites to: a claimed player, a member, a trusted editor of the inviter.';
comment on column invitations.recipient_id is
    'The only user who may accept it. They find the question whether they are the ghost player in their inbox.';
comment on column invitations.hash is
    'SHA-256 of the secret, which is 256 random bits and stored nowhere. Null if the invitation has a recipient.';
comment on column invitations.makes_accounts is
    'The inviter could do everything that a player can when they made it, so an account that is made with it gains nothing that '
    'they lacked. SCOREBOOK_SIGN_UP decides whether such accounts are made at all.';
comment on column invitations.by_administrator is
    'The inviter could also make accounts when they made it, so it makes accounts where SCOREBOOK_SIGN_UP is invitation, as long as '
    'they still can. False again as soon as they cannot: it does not come back with their role.';
comment on column invitations.ended_at is
    'It was revoked or replaced, its inviter was erased, or the ghost player was claimed in another way.';
comment on column invitations.unread_since is 'Since then, its inviter has not acknowledged who accepted or declined it.';
comment on column invitations.declined_at is 'Whoever opened it said that they are somebody else. This ends it, and its inviter reads it.';
create unique index invitations_open_key on invitations (ghost_player_id) where ended_at is null and uses = 0;
comment on index invitations_open_key is 'A new code for a ghost player ends the one before.';
create index invitations_by_inviter on invitations (inviter_id, created_at, id);
create index invitations_unread on invitations (inviter_id, unread_since, id) where unread_since is not null;
comment on index invitations_unread is 'For the inbox.';
create unique index invitations_recipient_key on invitations (recipient_id, inviter_id) where ended_at is null and uses = 0;
comment on index invitations_recipient_key is 'Nobody asks the same person two questions at once.';
create index invitations_of_recipient on invitations (recipient_id, created_at, id) where recipient_id is not null;
create index invitations_asked on invitations (inviter_id, created_at, id)
    where recipient_id is not null and ended_at is null and uses = 0;
comment on index invitations_asked is 'For the inbox.';
create index invitations_by_community on invitations (community_id, created_at, id) where community_id is not null;

create table invitation_uses (
    id uuid primary key,
    invitation_id uuid not null references invitations,
    user_id uuid not null references users,
    created_at timestamptz not null default now(),
    acknowledged_at timestamptz,
    constraint invitation_uses_user_key unique (invitation_id, user_id)
);
comment on table invitation_uses is 'Somebody accepted an invitation.';
comment on column invitation_uses.acknowledged_at is 'The inviter has read in their inbox that it was accepted.';
create index invitation_uses_by_user on invitation_uses (user_id, created_at, id);
