-- Compatible from 069
-- By which the review groups emails that stayed in the inbox: the mailing list, which is redacted with the sender, and
-- the kind of the email.
alter table public.email_processing_logs
  add column list_id text,
  add column email_kind text;
