-- Known senders are stored only while messages from them are to stay in the inbox.
delete from app.known_people k using public.mailboxes m where m.id = k.mailbox_id and not m.keep_known_people;
update app.mailbox_work w set sent_read_until = null from public.mailboxes m where m.id = w.mailbox_id and not
  m.keep_known_people;
