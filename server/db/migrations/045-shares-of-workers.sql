-- Compatible from 044
-- Mailboxes that a worker sorts, written by its heartbeat; null for a node that sorts none. A worker with more than its
-- share gives mailboxes back, until migration 071.
alter table app.nodes add column mailboxes integer;
