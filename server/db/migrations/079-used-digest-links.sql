-- Compatible from 072
-- Links of digests that have corrected an email: each works once.
create table app.used_digest_links (
  log_id uuid not null references public.email_processing_logs on delete cascade,
  effect text not null check (effect in ('return', 'file')),
  user_id uuid not null references auth.users on delete cascade,
  primary key (log_id, effect)
);
create index used_digest_links_user on app.used_digest_links (user_id);
alter table app.used_digest_links enable row level security;
alter table app.used_digest_links force row level security;
create policy service on app.used_digest_links to service_role using (true) with check (true);
grant select, insert, delete on app.used_digest_links to service_role;
