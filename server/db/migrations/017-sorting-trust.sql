-- What the classifier was taught, lesson by lesson in the order in which it learned: what is forgotten is taken out by learning all others
-- anew. A mail can teach more than once, as often as it is put elsewhere.
alter table app.learned_messages drop constraint learned_messages_pkey;
alter table app.learned_messages
  add column seq bigint generated always as identity,
  -- Null: the inbox. Mail that the user keeps there speaks against every folder.
  alter column folder_id drop not null,
  -- The user's word about this very mail: it goes when they take back what they taught about its sender or list.
  add column is_taught boolean not null default false,
  -- Taken back. The row stays: the mail lies where it was put, and must not be learned from there once more.
  add column is_forgotten boolean not null default false,
  add primary key (mailbox_id, seq);
create index learned_messages_message on app.learned_messages (mailbox_id, message_id, seq);
