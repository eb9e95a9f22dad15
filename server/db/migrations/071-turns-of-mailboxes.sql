-- A worker no longer counts its mailboxes: each mailbox is sorted in turns, and any worker may take the next one. The
-- heartbeat of an older program writes this column.
alter table app.nodes drop column mailboxes;
