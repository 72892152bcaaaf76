-- Outages of the services that the pipeline asks, and which instances run its workers.

alter table pipeline_steps
    -- How many calls in a row the service itself has failed: the third suspends the step, until the time beside.
    add column failures smallint not null default 0,
    add column down_until timestamptz,
    drop column standstill;

-- How often the service failed when it was asked for this: those come after the others, so that one question that
-- always makes a service fail does not keep it from all the rest.
alter table candidates
    add column put_off smallint not null default 0,
    -- Why the last attempt failed, where there is another one to come.
    add column last_failure text;
alter table catalog_entries add column put_off smallint not null default 0;

drop index candidates_to_collect, candidates_to_interpret, candidates_to_publish, catalog_entries_to_enrich;
create index candidates_to_collect on candidates (put_off, rank_order, id)
    where stage = 'PENDING_RULES' and status = 'PENDING';
create index candidates_to_interpret on candidates (put_off, rank_order, id)
    where stage = 'RULES_COLLECTED' and status = 'PENDING';
create index candidates_to_publish on candidates (put_off, rank_order, id)
    where status = 'APPROVED' and not blocked and not waiting;
create index catalog_entries_to_enrich on catalog_entries (put_off, enrich_order, catalog_id) where wanted;

-- An instance whose workers run says so again and again; one that has not for a while has none.
create table pipeline_instances (
    id uuid primary key,
    alive_until timestamptz not null,
    -- By step: why this instance cannot do it. A step that is not here, it does.
    standstills jsonb not null,
    -- Ports of its own machine that it may fetch rulebooks from.
    loopback_ports int[] not null
);
