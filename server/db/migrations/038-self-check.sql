-- Messages that arrived since then must have a row: the hourly self-check compares the inbox with the rows.
alter table app.mailbox_sync_states add column real_time_since timestamptz;
update app.mailbox_sync_states w set real_time_since = now()
  from public.mailboxes m where m.id = w.mailbox_id and m.real_time;
