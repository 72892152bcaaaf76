-- Invitations of administrators make accounts also where only administrators let people in.

alter table invitations
    add column by_administrator boolean not null default false,
    add constraint invitations_administrator_check check (not by_administrator or makes_accounts);
comment on column invitations.by_administrator is
    'The inviter could also make accounts when they made it, so it makes accounts where SCOREBOOK_SIGN_UP is invitation, as long as '
    'they still can. False again as soon as they cannot: it does not come back with their role.';
