alter table public.mailboxes
  -- Whether messages of this mailbox may be sent to the operator's language model.
  add column ask_model boolean not null default true;
alter table app.automation_switch
  -- Besides the actions, stops all other work in mailboxes.
  add column mailboxes_stopped boolean not null default false;
