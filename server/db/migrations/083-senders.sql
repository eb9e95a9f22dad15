-- Compatible from 072
-- The page Senders: who writes to a mailbox, counted by day and place. Read by a scan of its folders, without bodies.
create table app.sender_scans (
  mailbox_id uuid primary key references public.mailboxes on delete cascade,
  user_id uuid not null references auth.users on delete cascade,
  state text not null check (state in ('running', 'done', 'canceled', 'failed')),
  -- It counts the emails from this day on; the counts of earlier days stay.
  since date not null,
  folders integer not null default 0,
  -- The provider's ids of the folders that are to be read, the current one first; null until they were listed.
  pending_folders text[],
  -- Where the next page of the current folder begins; null: at its first email.
  position text,
  -- When the last email that was read was received.
  reached_at timestamptz,
  emails integer not null default 0,
  -- Written with each page: of two workers that have read the same page, one counts it.
  pages integer not null default 0,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- The last scan that was completed, and the last one of a whole year.
  completed_at timestamptz,
  year_read_at timestamptz
);
create index sender_scans_user on app.sender_scans (user_id);

create table app.senders (
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  -- Normalized by `exactAddress`.
  address text not null check (length(address) between 1 and 320),
  user_id uuid not null references auth.users on delete cascade,
  name text not null,
  last_at timestamptz not null,
  list_id text,
  -- An https address of List-Unsubscribe (RFC 2369), which the user may open.
  unsubscribe_url text,
  primary key (mailbox_id, address)
);
create index senders_user on app.senders (user_id);

create table app.sender_days (
  mailbox_id uuid not null references public.mailboxes on delete cascade,
  -- Counted by a scan that has not ended: these rows replace the others of their days when it does.
  is_staged boolean not null,
  address text not null,
  -- In UTC.
  day date not null,
  -- The provider's id of the folder; '': the inbox.
  place text not null,
  user_id uuid not null references auth.users on delete cascade,
  emails integer not null,
  read integer not null,
  primary key (mailbox_id, is_staged, address, day, place)
);
create index sender_days_user on app.sender_days (user_id);
create index sender_days_day on app.sender_days (day);

do $$
declare t text;
begin
  foreach t in array array['app.sender_scans', 'app.senders', 'app.sender_days'] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('create policy service on %s to service_role using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %s to service_role', t);
  end loop;
end $$;
