-- Compatible from 084
-- Follow-up: what waits for an answer, of the other person or of the user.
alter table public.mailboxes
  -- Sent email without an answer is listed after so many days; null: follow-up is off.
  add column follow_up_days integer check (follow_up_days between 1 and 30);

-- The newest email of a conversation, without its text.
create table app.follow_ups (
  id uuid not null default gen_random_uuid() unique,
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  conversation_id text not null check (length(conversation_id) between 1 and 500),
  user_id uuid not null references auth.users on delete cascade,
  -- `sent`: the user waits for an answer. `question`: a known person does. `settled`: nobody does.
  state text not null check (state in ('sent', 'question', 'settled')),
  at timestamptz not null,
  -- Of the email and the other person; null where it is settled. The provider's id; null where it opens no email.
  message_id text,
  address text,
  name text,
  subject text,
  dismissed_at timestamptz,
  primary key (mailbox_id, conversation_id),
  check ((state = 'settled') = (address is null))
);
create index follow_ups_user on app.follow_ups (user_id, at);
create index follow_ups_at on app.follow_ups (at);
alter table app.follow_ups enable row level security;
alter table app.follow_ups force row level security;
create policy service on app.follow_ups to service_role using (true) with check (true);
grant select, insert, update, delete on app.follow_ups to service_role;
