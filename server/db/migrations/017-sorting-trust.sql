-- Training examples in the order in which the classifier learned them; removing one trains the classifier again on all
-- others.
-- A message can be learned more than once, each time it is put elsewhere.
alter table app.learned_messages drop constraint learned_messages_pkey;
alter table app.learned_messages
  add column seq bigint generated always as identity,
  -- Null: the inbox. A message that the user keeps there counts against every folder.
  alter column folder_id drop not null,
  -- The user's correction of this very message; it is deleted when the correction of its sender or list is retracted.
  add column is_taught boolean not null default false,
  -- Retracted. The row stays, because the message still lies in the folder and must not be learned from there again.
  add column is_forgotten boolean not null default false,
  add primary key (mailbox_id, seq);
create index learned_messages_message on app.learned_messages (mailbox_id, message_id, seq);
