-- The embedded issuer: accounts with their sessions and tokens, apps that act for them, and the keys that sign access tokens.
-- A secret has 256 random bits, and only its SHA-256 is stored.

create table accounts (
    id uuid primary key default uuidv7(),
    name text collate pg_c_utf8 not null,
    email text collate pg_c_utf8,
    roles text[] not null default '{player}',
    password_hash text,
    password_changed_at timestamptz,
    disabled_at timestamptz,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint accounts_name_check check (char_length(name) between 1 and 100)
);
comment on table accounts is 'The people who sign in here.';
comment on column accounts.email is 'As typed.';
comment on column accounts.roles is 'Older tokens may name other roles. These roles count.';
comment on column accounts.password_hash is 'With its salt and cost; null if the account has no password.';
create unique index accounts_name_key on accounts (folded(name));
-- No name may look like somebody else's.
create unique index accounts_appearance_key on accounts (appearance(name));
create unique index accounts_email_key on accounts (folded(email)) where email is not null;
create index accounts_by_created on accounts (created_at, id);

create table demo_people (
    account_id uuid primary key references accounts on delete cascade,
    position int not null
);
comment on table demo_people is 'The people of the demo. One click signs in as one of them while nobody else has an account.';

create table passkeys (
    id text primary key,
    account_id uuid not null references accounts on delete cascade,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    backed_up boolean not null,
    host text not null,
    name text collate pg_c_utf8 not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    suspected_at timestamptz
);
comment on table passkeys is 'WebAuthn credentials.';
comment on column passkeys.id is 'The credential id, in base64url.';
comment on column passkeys.host is 'The host name of the service when it was made. It works at no other.';
comment on column passkeys.suspected_at is
    'When the counter went back, which means that somebody may have copied the passkey. It no longer works then.';
create index passkeys_by_account on passkeys (account_id, created_at);

create table recovery_codes (
    account_id uuid not null references accounts on delete cascade,
    hash bytea not null,
    created_at timestamptz not null default now(),
    used_at timestamptz,
    primary key (account_id, hash)
);
comment on table recovery_codes is 'An account has ten. They are shown once, and each works once.';

create table sign_in_links (
    id uuid primary key default uuidv7(),
    kind text not null,
    hash bytea not null,
    account_id uuid references accounts on delete cascade,
    roles text[] not null default '{}',
    uses_left int not null,
    expires_at timestamptz not null,
    created_by uuid references accounts on delete cascade,
    created_at timestamptz not null default now(),
    ended_at timestamptz,
    by_mail boolean not null default false,
    constraint sign_in_links_hash_key unique (hash),
    constraint sign_in_links_kind_check check (kind in ('FIRST_ADMINISTRATOR', 'INVITATION', 'RESET', 'SIGN_IN')),
    constraint sign_in_links_account_check check ((kind in ('RESET', 'SIGN_IN')) = (account_id is not null)),
    constraint sign_in_links_uses_check check (uses_left >= 0)
);
create index sign_in_links_by_end on sign_in_links (expires_at);
create index sign_in_links_by_created on sign_in_links (created_at, id);
create index sign_in_links_by_maker on sign_in_links (created_by) where created_by is not null;
create index sign_in_links_by_account on sign_in_links (account_id) where account_id is not null;
comment on table sign_in_links is
    'Links for the first administrator, for invited people, and for people who lost every other way to sign in.';
comment on column sign_in_links.account_id is 'The account that a RESET or a SIGN_IN is for.';
comment on column sign_in_links.by_mail is
    'The link went to the verified address of its account, and works only while the owner lets that address in.';
comment on column sign_in_links.created_by is
    'Null for a link from the command line. A link works only while its maker may make such links.';
comment on column sign_in_links.ended_at is 'When somebody ended the link before it expired.';

create table link_mails (
    id uuid primary key default uuidv7(),
    kind text not null,
    sealed bytea not null,
    due_at timestamptz not null default now(),
    ends_at timestamptz not null,
    attempts int not null default 0,
    lease_token uuid,
    lease_until timestamptz,
    constraint link_mails_kind_check check (kind in ('QUESTION', 'SIGN_IN', 'SIGNED_IN', 'LET_IN', 'INVITATION', 'ACCOUNT_LINK')),
    constraint link_mails_lease_check check ((lease_token is null) = (lease_until is null))
);
comment on table link_mails is
    'Mails with links, and mails about them, that are still to be sent. A row is deleted when its mail is sent, or unsent at ends_at.';
comment on column link_mails.id is 'Also the Message-ID, so that a mail that was sent twice is shown once.';
comment on column link_mails.kind is
    'QUESTION: somebody asked for a link to sign in; the name that they typed may be of no account.';
comment on column link_mails.sealed is
    'Address, secret and name, encrypted with a secret of the service. So nothing here says who gets mail or who asked for it.';
create index link_mails_due on link_mails (coalesce(lease_until, due_at));
create index link_mails_by_end on link_mails (ends_at);

create table refused_mail (
    address_hash bytea primary key,
    created_at timestamptz not null default now()
);
comment on table refused_mail is 'Addresses to which nobody can send an invitation any more.';
comment on column refused_mail.address_hash is 'HMAC-SHA256 of the address by a secret of the service.';

create table sign_in_budgets (
    hash bytea primary key,
    full_at timestamptz not null
);
comment on table sign_in_budgets is 'How many attempts to sign in an address, a name or a browser has left.';
comment on column sign_in_budgets.hash is 'The hash of the address, name or browser.';
comment on column sign_in_budgets.full_at is
    'When the budget is full again. Each attempt moves this time by the time after which an attempt comes back.';
create index sign_in_budgets_by_end on sign_in_budgets (full_at);

create table used_challenges (
    hash bytea primary key,
    ends_at timestamptz not null
);
comment on table used_challenges is
    'WebAuthn challenges that were answered and have not expired. Nobody can answer them again.';
create index used_challenges_by_end on used_challenges (ends_at);

create table sessions (
    id uuid primary key default uuidv7(),
    hash bytea not null,
    account_id uuid references accounts on delete cascade,
    issuer text,
    subject text,
    outside_name text collate pg_c_utf8,
    outside_tokens bytea,
    method text not null,
    address text not null,
    user_agent text not null,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    ends_at timestamptz not null,
    rights_changed boolean not null default false,
    former_hash bytea,
    renewed_at timestamptz,
    constraint sessions_hash_key unique (hash),
    constraint sessions_method_check check (method in ('PASSKEY', 'PASSWORD', 'RECOVERY', 'LINK', 'MAIL', 'OUTSIDE', 'DEMO')),
    constraint sessions_person_check check ((account_id is null) = (issuer is not null and subject is not null))
);
comment on table sessions is
    'Browsers that are signed in. A session ends 30 days after its last use, and at ends_at in any case.';
comment on column sessions.hash is 'The hash of the cookie''s value.';
comment on column sessions.rights_changed is
    'True if the account''s rights changed after the secret was made. The browser gets a new one then.';
comment on column sessions.former_hash is
    'The hash of the cookie''s value before the last renewal. Requests under way may use it for one more minute.';
comment on column sessions.issuer is 'The outside issuer that signed the person in; null for an account here.';
comment on column sessions.outside_tokens is 'The tokens of the outside issuer, encrypted.';
create index sessions_by_account on sessions (account_id, created_at) where account_id is not null;
create unique index sessions_former_hash_key on sessions (former_hash) where former_hash is not null;
create index sessions_by_subject on sessions (issuer, subject) where account_id is null;
create index sessions_by_end on sessions (ends_at);
create index sessions_by_last_seen on sessions (last_seen_at);

create table oidc_clients (
    id uuid primary key,
    name text collate pg_c_utf8 not null,
    kind text not null,
    metadata json not null,
    secret_hash text,
    secret_number int not null default 1,
    roles text[] not null default '{}',
    created_by uuid references accounts on delete set null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    constraint oidc_clients_name_check check (char_length(name) between 1 and 100),
    constraint oidc_clients_kind_check check (kind in ('WEB', 'BROWSER', 'NATIVE', 'SERVICE'))
);
comment on table oidc_clients is 'Apps and services that get access tokens from the embedded OpenID provider.';
comment on column oidc_clients.metadata is 'As in OpenID Connect Dynamic Client Registration, without the secret.';
comment on column oidc_clients.secret_hash is 'SHA-256 in base64url; null for a client without a secret.';
comment on column oidc_clients.secret_number is
    'Counts the client''s secrets. An access token names the secret that it was got with, and ends with it.';
comment on column oidc_clients.roles is 'The roles of a service account. Empty for an app, which acts for people.';
create index oidc_clients_by_name on oidc_clients (name, id);
create index oidc_clients_by_created on oidc_clients (created_at, id);

create table oidc_artifacts (
    model text not null,
    id text not null,
    payload json not null,
    account_id uuid references accounts on delete cascade,
    session_id uuid references sessions on delete cascade,
    client_id text,
    grant_id text,
    user_code text,
    expires_at timestamptz,
    consumed_at timestamptz,
    polled_at timestamptz,
    constraint oidc_artifacts_pkey primary key (model, id)
);
comment on table oidc_artifacts is
    'The data of the OpenID provider: codes, refresh tokens, grants, interactions, its sessions.';
comment on column oidc_artifacts.id is
    'For codes, refresh tokens and interactions the SHA-256 of the id, because the id is a secret.';
comment on column oidc_artifacts.session_id is 'The row ends with this browser session.';
comment on column oidc_artifacts.user_code is 'The SHA-256 of the code that a person types in for a device.';
comment on column oidc_artifacts.polled_at is 'When the device last asked whether a person has let it in.';
create index oidc_artifacts_by_grant on oidc_artifacts (grant_id) where grant_id is not null;
create index oidc_artifacts_by_account on oidc_artifacts (account_id) where account_id is not null;
create index oidc_artifacts_by_session on oidc_artifacts (session_id) where session_id is not null;
create unique index oidc_artifacts_user_code_key on oidc_artifacts (user_code) where user_code is not null;
create index oidc_artifacts_by_end on oidc_artifacts (expires_at) where expires_at is not null;

create table personal_tokens (
    id uuid primary key default uuidv7(),
    account_id uuid not null references accounts on delete cascade,
    name text collate pg_c_utf8 not null,
    scopes text[] not null,
    hash bytea not null,
    grant_model text not null generated always as ('Grant') stored,
    grant_id text,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    last_used_at timestamptz,
    constraint personal_tokens_hash_key unique (hash),
    constraint personal_tokens_name_check check (char_length(name) between 1 and 100),
    constraint personal_tokens_grant_fkey foreign key (grant_model, grant_id) references oidc_artifacts on delete cascade
);
comment on table personal_tokens is 'Access tokens that people make for their scripts.';
comment on column personal_tokens.grant_id is 'The grant of the app that made the token. The token ends with the grant.';
create index personal_tokens_by_account on personal_tokens (account_id, created_at, id);
create index personal_tokens_by_end on personal_tokens (expires_at);
create index personal_tokens_by_grant on personal_tokens (grant_id, grant_model) where grant_id is not null;

create table audit_events (
    id uuid primary key default uuidv7(),
    kind text not null,
    account_id uuid,
    client_id text,
    actor text not null,
    actor_id uuid,
    actor_client_id text,
    actor_token_id uuid,
    address text,
    user_agent text,
    details json not null default '{}',
    created_at timestamptz not null default now(),
    constraint audit_events_actor_check check (actor in ('PERSON', 'CLIENT', 'SHELL', 'ITSELF', 'STRANGER')),
    constraint audit_events_actor_id_check check ((actor = 'PERSON') = (actor_id is not null)),
    constraint audit_events_actor_client_check check (actor <> 'CLIENT' or actor_client_id is not null)
);
comment on table audit_events is
    'Sign-ins, failed sign-ins, and changes of roles, credentials, tokens and sessions. It has no secrets.';
comment on column audit_events.account_id is 'The account that the event is about. An erasure removes it.';
comment on column audit_events.client_id is 'The client that the event is about.';
comment on column audit_events.actor_id is
    'Who did it: the account, or the user of an outside issuer. An erasure replaces it in all events by one random id.';
comment on column audit_events.actor_client_id is 'The client that did it for itself, or for the person.';
comment on column audit_events.actor_token_id is 'The personal token of the script that did it for the person.';
create index audit_events_by_created on audit_events (created_at, id);
create index audit_events_by_account on audit_events (account_id, created_at, id) where account_id is not null;
create index audit_events_by_actor on audit_events (actor_id) where actor_id is not null;

create table signing_keys (
    id text primary key,
    algorithm text not null,
    private_jwk json not null,
    created_at timestamptz not null default now(),
    signs_from timestamptz not null default now(),
    retired_at timestamptz,
    constraint signing_keys_algorithm_check check (algorithm in ('ES256', 'RS256'))
);
comment on table signing_keys is
    'The keys of the embedded issuer. For each algorithm, the newest key whose signs_from has passed signs.';
comment on column signing_keys.signs_from is
    'A key is published before it signs, so that everybody who verifies tokens knows it by then.';
comment on column signing_keys.retired_at is
    'From then on the key is not published and its tokens are refused. All of them have expired by then.';
