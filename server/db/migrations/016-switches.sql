alter table public.mailboxes
  -- Whether mail of this mailbox may be told to the operator's language model.
  add column ask_model boolean not null default true;
alter table app.automation_switch
  -- Beside the actions everything else that is done in mailboxes, too.
  add column mailboxes_stopped boolean not null default false;
