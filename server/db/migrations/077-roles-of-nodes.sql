-- Compatible from 072
-- What a node is, since when, and in which version: for the operator's page. Null for a node of a former version.
alter table app.nodes
  add column role text check (role in ('all', 'web', 'worker')),
  add column version text,
  add column started_at timestamptz not null default now();
