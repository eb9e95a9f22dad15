-- Running nodes. A node extends its row every second by the database's clock (server/db/presence.ts); claims and Graph
-- slots of a node without a valid row are free.
create table app.nodes (
  node bigint primary key,
  seen_until timestamptz not null
);
alter table app.nodes enable row level security;
alter table app.nodes force row level security;
create policy server on app.nodes to mailroom_server using (true) with check (true);
create policy service on app.nodes to service_role using (true) with check (true);
grant select, insert, update, delete on app.nodes to mailroom_server;
grant select on app.nodes to service_role;

-- Graph accepts four concurrent requests per mailbox: how many of them each node may use, and how many it wants
-- (server/mail/graph-slots). The sum of `held` over a mailbox never exceeds four.
create table app.graph_slots (
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  node bigint not null,
  wanted integer not null check (wanted between 1 and 4),
  held integer not null check (held between 0 and 4),
  -- When the node got its first slot, or lost its last one.
  since timestamptz not null default now(),
  primary key (mailbox_id, node)
);
alter table app.graph_slots enable row level security;
alter table app.graph_slots force row level security;
create policy service on app.graph_slots to service_role using (true) with check (true);
grant select, insert, update, delete on app.graph_slots to service_role;

-- The node that holds a claim: a claim of a dead node is free immediately.
alter table app.pending_action_messages add column claim_node bigint;
alter table app.requested_moves add column claim_node bigint;
alter table app.bulk_undos add column claim_node bigint;
