-- A picked example stands beside the user's earlier correction of the message: taking it back restores that.
alter table app.corrections drop constraint corrections_mailbox_id_message_id_kind_key;
create unique index corrections_message
  on app.corrections (mailbox_id, message_id, kind, (learned_by = 'example'));
