-- Automated actions: the ends that were open.

alter table public.mailboxes
  -- A folder's actions run, too, for mail that the user or a rule of Outlook's puts there (decision 3).
  add column act_on_filed boolean not null default false,
  -- Since when: older mail is left alone.
  add column act_on_filed_since timestamptz;
