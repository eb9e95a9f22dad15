-- The complete schema after all migrations, for review; no program executes this file.
-- Written by `npm run db:dump`; a test compares it with a migrated database.
create role accounts_service nologin noinherit;
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role mailroom_server login noinherit;
create role service_role nologin noinherit;
grant accounts_service to mailroom_server;
grant anon to mailroom_server;
grant authenticated to mailroom_server;
grant service_role to mailroom_server;
grant execute on function app.count_email_below(percent integer, owner uuid, in_month date) to service_role;
grant execute on function app.count_email_below(percent integer, owner uuid, in_month date, has_plans boolean) to service_role;
grant execute on function app.email_limit_total(owner uuid) to service_role;
grant execute on function app.email_limit_total(owner uuid, has_plans boolean) to service_role;
grant execute on function app.is_free_plan(plan uuid) to authenticated;
grant execute on function app.maintain_audit_log(at timestamp with time zone, months_ahead integer, retention_days integer) to accounts_service;
grant execute on function app.require_lease(mailbox uuid, token bigint) to service_role;
grant execute on function auth.email() to accounts_service;
grant execute on function auth.email() to anon;
grant execute on function auth.email() to authenticated;
grant execute on function auth.email() to service_role;
grant execute on function auth.jwt() to accounts_service;
grant execute on function auth.jwt() to anon;
grant execute on function auth.jwt() to authenticated;
grant execute on function auth.jwt() to service_role;
grant execute on function auth.role() to accounts_service;
grant execute on function auth.role() to anon;
grant execute on function auth.role() to authenticated;
grant execute on function auth.role() to service_role;
grant execute on function auth.uid() to accounts_service;
grant execute on function auth.uid() to anon;
grant execute on function auth.uid() to authenticated;
grant execute on function auth.uid() to service_role;
grant usage on schema app to accounts_service;
grant usage on schema app to authenticated;
grant usage on schema app to mailroom_server;
grant usage on schema app to service_role;
grant usage on schema auth to accounts_service;
grant usage on schema auth to anon;
grant usage on schema auth to authenticated;
grant usage on schema auth to service_role;
grant usage on schema public to anon;
grant usage on schema public to authenticated;
grant usage on schema public to service_role;

CREATE OR REPLACE FUNCTION app.check_action_config()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  type_of_action text;
  is_coming_soon boolean;
  invalid_key text;
begin
  select action_type, coming_soon into type_of_action, is_coming_soon
  from public.email_actions where id = new.action_id;
  if is_coming_soon then
    raise exception 'This action is coming soon and cannot be added yet' using errcode = '23514';
  end if;
  select e.key into invalid_key
  from jsonb_each(new.config) e
  left join app.action_config_keys k on k.key = e.key and k.action_type = type_of_action
  where case k.kind
    when 'text' then jsonb_typeof(e.value) = 'string' and length(e.value #>> '{}') <= 4000
    when 'flag' then jsonb_typeof(e.value) = 'boolean'
    when 'choice' then jsonb_typeof(e.value) = 'string' and k.choices ? (e.value #>> '{}')
    when 'count' then jsonb_typeof(e.value) = 'number' and (e.value #>> '{}')::numeric between k.lowest and k.highest
                      and (e.value #>> '{}')::numeric % k.step = 0
    -- No `.` or `..` segments, and no characters that a file store treats specially.
    when 'path' then jsonb_typeof(e.value) = 'string' and length(e.value #>> '{}') <= 400
                     and e.value #>> '{}' !~ '[[:cntrl:]\\:*?"<>|]' and e.value #>> '{}' !~ '(^|/)\s*\.{1,2}\s*(/|$)'
    -- May be empty: a forward without an address does not run.
    when 'address' then jsonb_typeof(e.value) = 'string' and length(e.value #>> '{}') <= 254
                        and (e.value #>> '{}' = ''
                          or e.value #>> '{}' ~
                            '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$')
    else false end is not true
  limit 1;
  if invalid_key is not null then
    raise exception 'The setting "%" does not belong to this action, or its value is not allowed', left(invalid_key, 60)
      using errcode = '23514';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.check_forward_destination()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  destination text := lower(new.config ->> 'destination_email');
begin
  if length(split_part(destination, '@', 1)) > 64 then
    raise exception 'The setting "destination_email" is no address' using errcode = '23514';
  end if;
  if exists (select from public.mailboxes m
             where m.user_id = new.user_id and lower(m.email_address) = destination) then
    raise exception 'Mail cannot be forwarded to a mailbox that is connected here' using errcode = '23514';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.count_email_below(percent integer, owner uuid, in_month date, has_plans boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  used bigint;
begin
  insert into public.usage as u (user_id, month, emails_processed) values (owner, in_month, 1)
    on conflict (user_id, month) do update set emails_processed = u.emails_processed + 1
    returning emails_processed into used;
  if used * 100 >= app.email_limit_total(owner, has_plans)::bigint * percent then
    raise exception 'the monthly limit is near' using errcode = 'ML002';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION app.count_email_below(percent integer, owner uuid, in_month date)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  used bigint;
begin
  insert into public.usage as u (user_id, month, emails_processed) values (owner, in_month, 1)
    on conflict (user_id, month) do update set emails_processed = u.emails_processed + 1
    returning emails_processed into used;
  if used * 100 >= app.email_limit_total(owner)::bigint * percent then
    raise exception 'the monthly limit is near' using errcode = 'ML002';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION app.create_audit_log_month(month timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  partition text := 'audit_log_entries_' || to_char(month at time zone 'UTC', 'YYYY_MM');
  month_after timestamptz := (month at time zone 'UTC' + interval '1 month') at time zone 'UTC';
begin
  if to_regclass('partitions.' || partition) is not null then return; end if;
  execute format('create table partitions.%I (like auth.audit_log_entries including constraints including indexes)',
    partition);
  execute format('alter table partitions.%I enable row level security', partition);
  lock table partitions.audit_log_entries_default in access exclusive mode;
  execute format('with moved as (
    delete from partitions.audit_log_entries_default where created_at >= %L and created_at < %L returning *)
    insert into partitions.%I select * from moved', month, month_after, partition);
  execute format('alter table auth.audit_log_entries attach partition partitions.%I for values from (%L) to (%L)',
    partition, month, month_after);
end $function$
;

CREATE OR REPLACE FUNCTION app.email_limit_total(owner uuid, has_plans boolean)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select case when has_plans then app.email_limit_total(owner)
    else coalesce((select email_limit from app.user_limits where user_id = owner), 2147483647) end
$function$
;

CREATE OR REPLACE FUNCTION app.email_limit_total(owner uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(
    (select p.email_limit + coalesce((select sum(a.email_limit * sa.quantity)
                                      from public.subscription_addons sa join public.addons a on a.id = sa.addon_id
                                      where sa.subscription_id = s.id), 0)
     from public.subscriptions s join public.plans p on p.id = s.plan_id
     where s.user_id = owner and s.status in ('active', 'trialing', 'past_due')),
    (select email_limit from public.plans where price_monthly = 0 and is_active order by created_at, id limit 1),
    0)::integer
$function$
;

CREATE OR REPLACE FUNCTION app.increment_config_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.config_version := old.config_version + 1;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION app.is_free_plan(plan uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select exists (select from public.plans where id = plan and price_monthly = 0 and is_active) $function$
;

CREATE OR REPLACE FUNCTION app.maintain_audit_log(at timestamp with time zone, months_ahead integer, retention_days integer)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
declare
  this_month timestamp := date_trunc('month', at at time zone 'UTC');
  oldest timestamptz := at - retention_days * interval '1 day';
  expired record;
begin
  if not pg_try_advisory_xact_lock(7302114772) then return; end if;
  for ahead in 0 .. months_ahead loop
    perform app.create_audit_log_month((this_month + ahead * interval '1 month') at time zone 'UTC');
  end loop;
  for expired in
    select c.oid::regclass as partition from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'auth.audit_log_entries'::regclass and c.relname ~ '_\d{4}_\d{2}$'
      and (to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month') at time zone 'UTC' <= oldest
  loop
    execute format('drop table %s', expired.partition);
  end loop;
  delete from partitions.audit_log_entries_default where created_at < oldest;
end $function$
;

CREATE OR REPLACE FUNCTION app.note_action_row()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  changed record := coalesce(new, old);
  noted jsonb := coalesce(nullif(current_setting('request.action_rows', true), ''), '[]');
begin
  perform set_config('request.action_rows', (noted || jsonb_build_array(jsonb_build_object('change', lower(tg_op),
    'id', changed.id, 'folderId', changed.folder_id, 'actionId', changed.action_id,
    'basePath', coalesce(changed.config ->> 'baseFolderPath', ''),
    'hasPrompt', concat(changed.config ->> 'prompt', changed.config ->> 'instructions') <> '')))::text, true);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.note_written_action()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  noted jsonb := coalesce(nullif(current_setting('request.written_actions', true), ''), '[]');
begin
  perform set_config('request.written_actions', (noted || jsonb_build_array(jsonb_build_object('id', new.id,
    'change', tg_argv[0], 'formerBasePath',
    case when tg_op = 'UPDATE' then old.config ->> 'baseFolderPath' end)))::text, true);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.publish_folder_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  changed record := coalesce(new, old);
  mailbox_id uuid;
begin
  if tg_table_name = 'email_folders' then
    mailbox_id := changed.mailbox_id;
  else
    select f.mailbox_id into mailbox_id from public.email_folders f where f.id = changed.folder_id;
  end if;
  -- Null while the folder itself is being deleted.
  if mailbox_id is not null then
    perform pg_notify('mailroom_live', format(
      '{"userId":"%s","event":{"type":"folders","mailboxId":"%s"}}', changed.user_id, mailbox_id));
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION app.refuse_change_of_paid_subscription()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'A paid subscription is changed or canceled at Stripe only' using errcode = '42501';
end $function$
;

CREATE OR REPLACE FUNCTION app.require_lease(mailbox uuid, token bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from app.mailbox_sync_states w where w.mailbox_id = mailbox and w.lease_token = token for share;
  if not found then raise exception 'another worker has the mailbox' using errcode = 'ML001'; end if;
end $function$
;

CREATE OR REPLACE FUNCTION app.set_instructions_changed_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin new.instructions_changed_at = now(); return new; end $function$
;

CREATE OR REPLACE FUNCTION app.set_renamed_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin new.renamed_at = now(); return new; end $function$
;

CREATE OR REPLACE FUNCTION app.set_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ begin new.updated_at = now(); return new; end $function$
;

CREATE OR REPLACE FUNCTION auth.email()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$ select auth.jwt() ->> 'email' $function$
;

CREATE OR REPLACE FUNCTION auth.jwt()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$ select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb $function$
;

CREATE OR REPLACE FUNCTION auth.role()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$ select auth.jwt() ->> 'role' $function$
;

CREATE OR REPLACE FUNCTION auth.uid()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$ select (auth.jwt() ->> 'sub')::uuid $function$
;

create table app.action_config_keys (
  action_type text not null,
  key text not null,
  kind text not null,
  lowest integer,
  highest integer,
  choices jsonb,
  step integer,
  constraint action_config_keys_check CHECK (((kind = 'count'::text) = ((lowest IS NOT NULL) AND (highest IS NOT NULL)))),
  constraint action_config_keys_check1 CHECK (((kind = 'choice'::text) = (choices IS NOT NULL))),
  constraint action_config_keys_check2 CHECK (((kind = 'count'::text) = (step IS NOT NULL))),
  constraint action_config_keys_choices_check CHECK ((jsonb_typeof(choices) = 'array'::text)),
  constraint action_config_keys_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'flag'::text, 'count'::text, 'address'::text, 'choice'::text, 'path'::text]))),
  constraint action_config_keys_step_check CHECK ((step > 0)),
  constraint action_config_keys_pkey PRIMARY KEY (action_type, key)
);
alter table app.action_config_keys enable row level security;
alter table app.action_config_keys force row level security;
create policy public_reads on app.action_config_keys for select to authenticated, service_role
  using (true);
grant select on app.action_config_keys to authenticated;
grant select on app.action_config_keys to service_role;

create table app.action_plans (
  folder_action_id uuid not null,
  user_id uuid not null,
  config_version integer not null,
  plan jsonb not null,
  plan_hash bytea not null,
  made_by text not null,
  created_at timestamp with time zone not null,
  constraint action_plans_made_by_check CHECK ((made_by = ANY (ARRAY['parser'::text, 'model'::text]))),
  constraint action_plans_plan_check CHECK (((jsonb_typeof(plan) = 'object'::text) AND (pg_column_size(plan) <= 32768))),
  constraint action_plans_plan_hash_check CHECK ((octet_length(plan_hash) = 32)),
  constraint action_plans_folder_action_id_fkey FOREIGN KEY (folder_action_id) REFERENCES email_folder_actions(id) ON DELETE CASCADE,
  constraint action_plans_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint action_plans_pkey PRIMARY KEY (folder_action_id)
);
CREATE INDEX action_plans_user ON app.action_plans USING btree (user_id);
alter table app.action_plans enable row level security;
alter table app.action_plans force row level security;
create policy service on app.action_plans for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.action_plans to service_role;

create table app.action_progress (
  run_id uuid not null,
  user_id uuid not null,
  progress jsonb not null,
  updated_at timestamp with time zone not null default now(),
  constraint action_progress_progress_check CHECK ((pg_column_size(progress) <= 4194304)),
  constraint action_progress_run_id_fkey FOREIGN KEY (run_id) REFERENCES email_action_runs(id) ON DELETE CASCADE,
  constraint action_progress_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint action_progress_pkey PRIMARY KEY (run_id)
);
CREATE INDEX action_progress_user ON app.action_progress USING btree (user_id);
alter table app.action_progress enable row level security;
alter table app.action_progress force row level security;
create policy service on app.action_progress for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.action_progress to service_role;

create table app.automatic_emails (
  run_id uuid not null,
  user_id uuid not null,
  kind text not null,
  address text not null,
  counted_at timestamp with time zone not null,
  message_id_hash bytea,
  original_id_hash bytea,
  subject_hash bytea,
  constraint automatic_emails_address_check CHECK ((length(address) <= 320)),
  constraint automatic_emails_kind_check CHECK ((kind = ANY (ARRAY['forward'::text, 'draft'::text]))),
  constraint automatic_emails_run_id_fkey FOREIGN KEY (run_id) REFERENCES email_action_runs(id) ON DELETE CASCADE,
  constraint automatic_emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint automatic_emails_pkey PRIMARY KEY (run_id)
);
CREATE INDEX automatic_emails_by_hour ON app.automatic_emails USING btree (user_id, kind, address, counted_at);
CREATE INDEX automatic_emails_counted_at ON app.automatic_emails USING btree (counted_at);
CREATE INDEX automatic_emails_message_id ON app.automatic_emails USING btree (user_id, message_id_hash) WHERE (message_id_hash IS NOT NULL);
CREATE INDEX automatic_emails_original_id ON app.automatic_emails USING btree (user_id, original_id_hash) WHERE (original_id_hash IS NOT NULL);
CREATE INDEX automatic_emails_subject ON app.automatic_emails USING btree (user_id, subject_hash) WHERE (subject_hash IS NOT NULL);
alter table app.automatic_emails enable row level security;
alter table app.automatic_emails force row level security;
create policy service on app.automatic_emails for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.automatic_emails to service_role;

create table app.automation_switch (
  id boolean not null default true,
  stopped boolean not null default false,
  changed_at timestamp with time zone not null default now(),
  mailboxes_stopped boolean not null default false,
  constraint automation_switch_id_check CHECK (id),
  constraint automation_switch_pkey PRIMARY KEY (id)
);
alter table app.automation_switch enable row level security;
alter table app.automation_switch force row level security;
create policy service on app.automation_switch for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.automation_switch to service_role;

create table app.backfills (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  mailbox_id uuid not null,
  state text not null,
  since timestamp with time zone,
  total integer not null,
  scanned_messages integer not null default 0,
  scan_position timestamp with time zone,
  is_scan_complete boolean not null default false,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint backfills_state_check CHECK ((state = ANY (ARRAY['running'::text, 'paused'::text, 'limit'::text, 'done'::text, 'canceled'::text]))),
  constraint backfills_total_check CHECK ((total >= 0)),
  constraint backfills_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint backfills_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint backfills_pkey PRIMARY KEY (id)
);
CREATE INDEX backfills_newest ON app.backfills USING btree (mailbox_id, started_at DESC);
CREATE UNIQUE INDEX backfills_open ON app.backfills USING btree (mailbox_id) WHERE (state = ANY (ARRAY['running'::text, 'paused'::text, 'limit'::text]));
CREATE INDEX backfills_user ON app.backfills USING btree (user_id);
alter table app.backfills enable row level security;
alter table app.backfills force row level security;
create policy service on app.backfills for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.backfills to service_role;

create table app.billing_customers (
  user_id uuid not null,
  mode text not null,
  stripe_customer_id text,
  generation integer not null default 1,
  syncs_requested integer not null default 0,
  syncs_completed integer not null default 0,
  sync_attempts integer not null default 0,
  next_sync_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint billing_customers_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text, 'sandbox'::text]))),
  constraint billing_customers_stripe_customer_id_check CHECK ((length(stripe_customer_id) <= 255)),
  constraint billing_customers_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint billing_customers_pkey PRIMARY KEY (user_id),
  constraint billing_customers_stripe_customer_id_key UNIQUE (stripe_customer_id)
);
CREATE INDEX billing_customers_due ON app.billing_customers USING btree (next_sync_at) WHERE (syncs_requested > syncs_completed);
alter table app.billing_customers enable row level security;
alter table app.billing_customers force row level security;
create policy service on app.billing_customers for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.billing_customers to service_role;

create table app.bulk_undo_items (
  undo_id uuid not null,
  log_id uuid not null,
  user_id uuid not null,
  position integer not null,
  outcome text,
  constraint bulk_undo_items_outcome_check CHECK ((outcome = ANY (ARRAY['undone'::text, 'back'::text, 'moved'::text, 'gone'::text, 'refused'::text, 'not_answered'::text, 'canceled'::text]))),
  constraint bulk_undo_items_log_id_fkey FOREIGN KEY (log_id) REFERENCES email_processing_logs(id) ON DELETE CASCADE,
  constraint bulk_undo_items_undo_id_fkey FOREIGN KEY (undo_id) REFERENCES app.bulk_undos(id) ON DELETE CASCADE,
  constraint bulk_undo_items_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint bulk_undo_items_pkey PRIMARY KEY (undo_id, log_id)
);
CREATE INDEX bulk_undo_items_log ON app.bulk_undo_items USING btree (log_id);
CREATE INDEX bulk_undo_items_open ON app.bulk_undo_items USING btree (undo_id, "position") WHERE (outcome IS NULL);
CREATE INDEX bulk_undo_items_user ON app.bulk_undo_items USING btree (user_id);
alter table app.bulk_undo_items enable row level security;
alter table app.bulk_undo_items force row level security;
create policy service on app.bulk_undo_items for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.bulk_undo_items to service_role;

create table app.bulk_undos (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  mailbox_id uuid not null,
  scope jsonb not null,
  state text not null,
  is_waiting boolean not null default false,
  claim_token integer not null default 0,
  claimed_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  claim_node bigint,
  constraint bulk_undos_check CHECK (((state = 'running'::text) = (ended_at IS NULL))),
  constraint bulk_undos_scope_check CHECK ((jsonb_typeof(scope) = 'object'::text)),
  constraint bulk_undos_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'canceled'::text]))),
  constraint bulk_undos_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint bulk_undos_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint bulk_undos_pkey PRIMARY KEY (id)
);
CREATE INDEX bulk_undos_newest ON app.bulk_undos USING btree (mailbox_id, started_at DESC);
CREATE UNIQUE INDEX bulk_undos_running ON app.bulk_undos USING btree (mailbox_id) WHERE (state = 'running'::text);
CREATE INDEX bulk_undos_user ON app.bulk_undos USING btree (user_id);
alter table app.bulk_undos enable row level security;
alter table app.bulk_undos force row level security;
create policy service on app.bulk_undos for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.bulk_undos to service_role;

create table app.checkout_attempts (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  cart jsonb not null,
  stripe_session_id text,
  state text not null default 'open'::text,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint checkout_attempts_cart_check CHECK (((jsonb_typeof(cart) = 'object'::text) AND (pg_column_size(cart) <= 16384))),
  constraint checkout_attempts_kind_check CHECK ((kind = ANY (ARRAY['plan'::text, 'addons'::text]))),
  constraint checkout_attempts_state_check CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'expired'::text, 'failed'::text]))),
  constraint checkout_attempts_stripe_session_id_check CHECK ((length(stripe_session_id) <= 255)),
  constraint checkout_attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint checkout_attempts_pkey PRIMARY KEY (id),
  constraint checkout_attempts_stripe_session_id_key UNIQUE (stripe_session_id)
);
CREATE INDEX checkout_attempts_open ON app.checkout_attempts USING btree (expires_at) WHERE (state = 'open'::text);
CREATE INDEX checkout_attempts_user ON app.checkout_attempts USING btree (user_id);
alter table app.checkout_attempts enable row level security;
alter table app.checkout_attempts force row level security;
create policy service on app.checkout_attempts for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.checkout_attempts to service_role;

create table app.connection_states (
  state_hash bytea not null,
  user_id uuid not null,
  session_id uuid not null,
  provider text not null,
  browser_hash bytea not null,
  code_verifier_sealed text not null,
  expires_at timestamp with time zone not null,
  constraint connection_states_provider_check CHECK ((provider = ANY (ARRAY['dropbox'::text, 'google_drive'::text, 'onedrive'::text, 'teamleader'::text]))),
  constraint connection_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint connection_states_pkey PRIMARY KEY (state_hash)
);
CREATE INDEX connection_states_user ON app.connection_states USING btree (user_id);
alter table app.connection_states enable row level security;
alter table app.connection_states force row level security;
create policy service on app.connection_states for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.connection_states to service_role;

create table app.corrections (
  id uuid not null default gen_random_uuid(),
  mailbox_id uuid not null,
  user_id uuid not null,
  message_id text not null,
  kind text not null,
  value text not null,
  folder_id uuid,
  created_at timestamp with time zone not null default now(),
  from_folder_id uuid,
  learned_by text not null default 'history'::text,
  constraint corrections_kind_check CHECK ((kind = ANY (ARRAY['sender'::text, 'list'::text]))),
  constraint corrections_learned_by_check CHECK ((learned_by = ANY (ARRAY['history'::text, 'outlook'::text, 'example'::text]))),
  constraint corrections_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES email_folders(id) ON DELETE CASCADE,
  constraint corrections_from_folder_id_fkey FOREIGN KEY (from_folder_id) REFERENCES email_folders(id) ON DELETE SET NULL,
  constraint corrections_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint corrections_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint corrections_pkey PRIMARY KEY (id)
);
CREATE INDEX corrections_folder ON app.corrections USING btree (folder_id);
CREATE INDEX corrections_from ON app.corrections USING btree (from_folder_id);
CREATE INDEX corrections_lookup ON app.corrections USING btree (mailbox_id, kind, value, created_at DESC);
CREATE UNIQUE INDEX corrections_message ON app.corrections USING btree (mailbox_id, message_id, kind, ((learned_by = 'example'::text)));
CREATE INDEX corrections_user ON app.corrections USING btree (user_id);
alter table app.corrections enable row level security;
alter table app.corrections force row level security;
create policy service on app.corrections for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.corrections to service_role;

create table app.digest_settings (
  user_id uuid not null,
  frequency text not null default 'daily'::text,
  next_due_at timestamp with time zone not null,
  confirmed_address text,
  covered_until timestamp with time zone,
  hour integer not null default 6,
  days integer[] not null default '{1,2,3,4,5,6,7}'::integer[],
  constraint digest_settings_confirmed_address_check CHECK ((length(confirmed_address) <= 254)),
  constraint digest_settings_days_check CHECK ((((cardinality(days) >= 1) AND (cardinality(days) <= 7)) AND (days <@ '{1,2,3,4,5,6,7}'::integer[]))),
  constraint digest_settings_frequency_check CHECK ((frequency = ANY (ARRAY['daily'::text, 'weekly'::text]))),
  constraint digest_settings_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  constraint digest_settings_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint digest_settings_pkey PRIMARY KEY (user_id)
);
CREATE INDEX digest_settings_due ON app.digest_settings USING btree (next_due_at);
alter table app.digest_settings enable row level security;
alter table app.digest_settings force row level security;
create policy service on app.digest_settings for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update (confirmed_address, covered_until, days, frequency, hour, next_due_at) on app.digest_settings to service_role;

create table app.email_choices (
  user_id uuid not null,
  mailbox_stops boolean not null,
  constraint email_choices_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint email_choices_pkey PRIMARY KEY (user_id)
);
alter table app.email_choices enable row level security;
alter table app.email_choices force row level security;
create policy service on app.email_choices for all to service_role
  using (true)
  with check (true);
grant insert, select, update (mailbox_stops) on app.email_choices to service_role;

create table app.folder_conditions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  mailbox_id uuid not null,
  folder_id uuid not null,
  kind text not null,
  value text not null,
  position integer not null,
  created_at timestamp with time zone not null,
  constraint folder_conditions_kind_check CHECK ((kind = ANY (ARRAY['address'::text, 'domain'::text, 'list'::text, 'subject'::text]))),
  constraint folder_conditions_position_check CHECK (("position" > 0)),
  constraint folder_conditions_value_check CHECK (((length(value) >= 1) AND (length(value) <= 320))),
  constraint folder_conditions_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES email_folders(id) ON DELETE CASCADE,
  constraint folder_conditions_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint folder_conditions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint folder_conditions_pkey PRIMARY KEY (id),
  constraint folder_conditions_mailbox_id_kind_value_key UNIQUE (mailbox_id, kind, value),
  constraint folder_conditions_mailbox_id_position_key UNIQUE (mailbox_id, "position") DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX folder_conditions_folder ON app.folder_conditions USING btree (folder_id);
CREATE INDEX folder_conditions_user ON app.folder_conditions USING btree (user_id);
alter table app.folder_conditions enable row level security;
alter table app.folder_conditions force row level security;
create policy service on app.folder_conditions for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.folder_conditions to service_role;

create table app.folder_creations (
  provider text not null,
  account_id text not null,
  path_hash bytea not null,
  run_id uuid not null,
  user_id uuid not null,
  claimed_until timestamp with time zone not null,
  claim_node bigint not null,
  constraint folder_creations_account_id_check CHECK (((length(account_id) >= 1) AND (length(account_id) <= 255))),
  constraint folder_creations_path_hash_check CHECK ((octet_length(path_hash) = 32)),
  constraint folder_creations_provider_check CHECK ((provider = ANY (ARRAY['dropbox'::text, 'google_drive'::text, 'onedrive'::text]))),
  constraint folder_creations_run_id_fkey FOREIGN KEY (run_id) REFERENCES email_action_runs(id) ON DELETE CASCADE,
  constraint folder_creations_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint folder_creations_pkey PRIMARY KEY (provider, account_id, path_hash)
);
CREATE INDEX folder_creations_run ON app.folder_creations USING btree (run_id);
CREATE INDEX folder_creations_user ON app.folder_creations USING btree (user_id);
alter table app.folder_creations enable row level security;
alter table app.folder_creations force row level security;
create policy service on app.folder_creations for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.folder_creations to service_role;

create table app.folder_delta_links (
  folder_id uuid not null,
  user_id uuid not null,
  mailbox_id uuid not null,
  provider_folder_id text not null,
  delta_link text not null,
  checked_at timestamp with time zone not null,
  constraint folder_delta_links_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES email_folders(id) ON DELETE CASCADE,
  constraint folder_delta_links_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint folder_delta_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint folder_delta_links_pkey PRIMARY KEY (folder_id)
);
CREATE INDEX folder_delta_links_mailbox ON app.folder_delta_links USING btree (mailbox_id);
CREATE INDEX folder_delta_links_user ON app.folder_delta_links USING btree (user_id);
alter table app.folder_delta_links enable row level security;
alter table app.folder_delta_links force row level security;
create policy service on app.folder_delta_links for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.folder_delta_links to service_role;

create table app.follow_ups (
  id uuid not null default gen_random_uuid(),
  mailbox_id uuid not null,
  conversation_id text not null,
  user_id uuid not null,
  state text not null,
  at timestamp with time zone not null,
  message_id text,
  address text,
  name text,
  subject text,
  dismissed_at timestamp with time zone,
  constraint follow_ups_check CHECK (((state = 'settled'::text) = (address IS NULL))),
  constraint follow_ups_conversation_id_check CHECK (((length(conversation_id) >= 1) AND (length(conversation_id) <= 500))),
  constraint follow_ups_state_check CHECK ((state = ANY (ARRAY['sent'::text, 'question'::text, 'settled'::text]))),
  constraint follow_ups_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint follow_ups_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint follow_ups_pkey PRIMARY KEY (mailbox_id, conversation_id),
  constraint follow_ups_id_key UNIQUE (id)
);
CREATE INDEX follow_ups_at ON app.follow_ups USING btree (at);
CREATE INDEX follow_ups_user ON app.follow_ups USING btree (user_id, at);
alter table app.follow_ups enable row level security;
alter table app.follow_ups force row level security;
create policy service on app.follow_ups for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.follow_ups to service_role;

create table app.forward_addresses (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  address text not null,
  token_hash bytea,
  token_expires_at timestamp with time zone,
  requested_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  constraint forward_addresses_address_check CHECK ((length(address) <= 254)),
  constraint forward_addresses_check CHECK (((confirmed_at IS NULL) OR (withdrawn_at IS NULL))),
  constraint forward_addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint forward_addresses_pkey PRIMARY KEY (id),
  constraint forward_addresses_token_hash_key UNIQUE (token_hash),
  constraint forward_addresses_user_id_address_key UNIQUE (user_id, address)
);
CREATE INDEX forward_addresses_unconfirmed ON app.forward_addresses USING btree (requested_at) WHERE ((confirmed_at IS NULL) AND (withdrawn_at IS NULL));
alter table app.forward_addresses enable row level security;
alter table app.forward_addresses force row level security;
create policy service on app.forward_addresses for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.forward_addresses to service_role;

create table app.graph_slots (
  mailbox_id uuid not null,
  node bigint not null,
  wanted integer not null,
  held integer not null,
  since timestamp with time zone not null default now(),
  constraint graph_slots_held_check CHECK (((held >= 0) AND (held <= 4))),
  constraint graph_slots_wanted_check CHECK (((wanted >= 1) AND (wanted <= 4))),
  constraint graph_slots_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint graph_slots_pkey PRIMARY KEY (mailbox_id, node)
);
alter table app.graph_slots enable row level security;
alter table app.graph_slots force row level security;
create policy service on app.graph_slots for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.graph_slots to service_role;

create table app.graph_subscriptions (
  mailbox_id uuid not null,
  user_id uuid not null,
  provider_subscription_id text not null,
  client_state_hash bytea not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  renewed_at timestamp with time zone not null default now(),
  constraint graph_subscriptions_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint graph_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint graph_subscriptions_pkey PRIMARY KEY (mailbox_id),
  constraint graph_subscriptions_provider_subscription_id_key UNIQUE (provider_subscription_id)
);
CREATE INDEX graph_subscriptions_user ON app.graph_subscriptions USING btree (user_id);
alter table app.graph_subscriptions enable row level security;
alter table app.graph_subscriptions force row level security;
create policy service on app.graph_subscriptions for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.graph_subscriptions to service_role;

create table app.imap_accounts (
  mailbox_id uuid not null,
  user_id uuid not null,
  imap_host text not null,
  imap_port integer not null,
  imap_security text not null,
  smtp_host text,
  smtp_port integer,
  smtp_security text,
  user_name text not null,
  password_sealed text not null,
  generation integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  sign_in_id uuid not null default gen_random_uuid(),
  can_move boolean not null default true,
  takes_keywords boolean not null default true,
  constraint imap_accounts_imap_security_check CHECK ((imap_security = ANY (ARRAY['tls'::text, 'starttls'::text]))),
  constraint imap_accounts_smtp_security_check CHECK ((smtp_security = ANY (ARRAY['tls'::text, 'starttls'::text]))),
  constraint imap_accounts_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint imap_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint imap_accounts_pkey PRIMARY KEY (mailbox_id)
);
CREATE INDEX imap_accounts_user ON app.imap_accounts USING btree (user_id);
alter table app.imap_accounts enable row level security;
alter table app.imap_accounts force row level security;
create policy service on app.imap_accounts for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.imap_accounts to service_role;

create table app.imap_connections (
  mailbox_id uuid not null,
  user_id uuid not null,
  work_node bigint,
  work_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  work_wanted_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  watch_node bigint,
  watch_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  refused_generation integer,
  refused_at timestamp with time zone,
  constraint imap_connections_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint imap_connections_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint imap_connections_pkey PRIMARY KEY (mailbox_id)
);
CREATE INDEX imap_connections_user ON app.imap_connections USING btree (user_id);
alter table app.imap_connections enable row level security;
alter table app.imap_connections force row level security;
create policy service on app.imap_connections for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.imap_connections to service_role;

create table app.imap_folders (
  id text not null default (gen_random_uuid())::text,
  mailbox_id uuid not null,
  user_id uuid not null,
  path text not null,
  use text,
  parent_id text,
  uid_validity bigint,
  uid_next bigint not null default 1,
  messages integer not null default 0,
  baseline_uid bigint,
  is_listed boolean not null default true,
  resets integer not null default 0,
  reset_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint imap_folders_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint imap_folders_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint imap_folders_pkey PRIMARY KEY (id),
  constraint imap_folders_mailbox_id_path_key UNIQUE (mailbox_id, path) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX imap_folders_user ON app.imap_folders USING btree (user_id);
alter table app.imap_folders enable row level security;
alter table app.imap_folders force row level security;
create policy service on app.imap_folders for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.imap_folders to service_role;

create table app.imap_messages (
  id text not null default (gen_random_uuid())::text,
  mailbox_id uuid not null,
  user_id uuid not null,
  folder_id text,
  uid_validity bigint not null,
  uid bigint not null,
  email_id text,
  hint_hash text not null,
  is_moved boolean not null default false,
  is_old boolean not null default false,
  moving_to text,
  moving_uid_next bigint,
  sending text,
  missing_since timestamp with time zone,
  constraint imap_messages_sending_check CHECK ((sending = ANY (ARRAY['sending'::text, 'sent'::text]))),
  constraint imap_messages_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES app.imap_folders(id) ON DELETE SET NULL,
  constraint imap_messages_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint imap_messages_moving_to_fkey FOREIGN KEY (moving_to) REFERENCES app.imap_folders(id) ON DELETE SET NULL,
  constraint imap_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint imap_messages_pkey PRIMARY KEY (id)
);
CREATE INDEX imap_messages_email_id ON app.imap_messages USING btree (mailbox_id, email_id);
CREATE INDEX imap_messages_hint_hash ON app.imap_messages USING btree (mailbox_id, hint_hash);
CREATE INDEX imap_messages_missing ON app.imap_messages USING btree (missing_since) WHERE (missing_since IS NOT NULL);
CREATE INDEX imap_messages_moving ON app.imap_messages USING btree (moving_to) WHERE (moving_to IS NOT NULL);
CREATE UNIQUE INDEX imap_messages_place ON app.imap_messages USING btree (folder_id, uid_validity, uid);
CREATE INDEX imap_messages_user ON app.imap_messages USING btree (user_id);
alter table app.imap_messages enable row level security;
alter table app.imap_messages force row level security;
create policy service on app.imap_messages for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.imap_messages to service_role;

create table app.inbox_events (
  mailbox_id uuid not null,
  message_id text not null,
  user_id uuid not null,
  seq bigint not null generated always as identity,
  source text not null,
  attempts integer not null default 0,
  due_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  backfill_id uuid,
  change_key_before_move text,
  constraint inbox_events_check CHECK (((source = 'backfill'::text) = (backfill_id IS NOT NULL))),
  constraint inbox_events_message_id_check CHECK (((length(message_id) >= 1) AND (length(message_id) <= 512))),
  constraint inbox_events_source_check CHECK ((source = ANY (ARRAY['notification'::text, 'delta'::text, 'manual'::text, 'waiting'::text, 'backfill'::text]))),
  constraint inbox_events_backfill_id_fkey FOREIGN KEY (backfill_id) REFERENCES app.backfills(id) ON DELETE CASCADE,
  constraint inbox_events_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint inbox_events_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint inbox_events_pkey PRIMARY KEY (mailbox_id, message_id)
);
CREATE INDEX inbox_events_backfill ON app.inbox_events USING btree (backfill_id);
CREATE INDEX inbox_events_next ON app.inbox_events USING btree (mailbox_id, (
CASE source
    WHEN 'backfill'::text THEN 2
    WHEN 'waiting'::text THEN 1
    ELSE 0
END), seq);
CREATE INDEX inbox_events_order ON app.inbox_events USING btree (mailbox_id, due_at, seq);
CREATE INDEX inbox_events_user ON app.inbox_events USING btree (user_id);
alter table app.inbox_events enable row level security;
alter table app.inbox_events force row level security;
create policy service on app.inbox_events for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.inbox_events to service_role;

create table app.instruction_proposals (
  folder_id uuid not null,
  user_id uuid not null,
  mailbox_id uuid not null,
  instructions text not null,
  sample_size integer not null,
  correctly_classified integer not null,
  dismissed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint instruction_proposals_check CHECK (((correctly_classified >= 0) AND (correctly_classified <= sample_size))),
  constraint instruction_proposals_instructions_check CHECK (((length(instructions) >= 1) AND (length(instructions) <= 4000))),
  constraint instruction_proposals_sample_size_check CHECK ((sample_size > 0)),
  constraint instruction_proposals_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES email_folders(id) ON DELETE CASCADE,
  constraint instruction_proposals_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint instruction_proposals_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint instruction_proposals_pkey PRIMARY KEY (folder_id)
);
CREATE INDEX instruction_proposals_mailbox ON app.instruction_proposals USING btree (mailbox_id);
CREATE INDEX instruction_proposals_user ON app.instruction_proposals USING btree (user_id);
alter table app.instruction_proposals enable row level security;
alter table app.instruction_proposals force row level security;
create policy service on app.instruction_proposals for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.instruction_proposals to service_role;

create table app.known_people (
  mailbox_id uuid not null,
  user_id uuid not null,
  address text not null,
  constraint known_people_address_check CHECK (((length(address) >= 3) AND (length(address) <= 320))),
  constraint known_people_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint known_people_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint known_people_pkey PRIMARY KEY (mailbox_id, address)
);
CREATE INDEX known_people_user ON app.known_people USING btree (user_id);
alter table app.known_people enable row level security;
alter table app.known_people force row level security;
create policy service on app.known_people for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.known_people to service_role;

create table app.language_model_answers (
  user_id uuid not null,
  question_hash bytea not null,
  answer jsonb not null,
  created_at timestamp with time zone not null,
  constraint language_model_answers_answer_check CHECK ((pg_column_size(answer) <= 4096)),
  constraint language_model_answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint language_model_answers_pkey PRIMARY KEY (user_id, question_hash)
);
CREATE INDEX language_model_answers_age ON app.language_model_answers USING btree (created_at);
alter table app.language_model_answers enable row level security;
alter table app.language_model_answers force row level security;
create policy service on app.language_model_answers for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.language_model_answers to service_role;

create table app.language_model_usage (
  user_id uuid not null,
  day date not null,
  calls integer not null,
  mails integer not null,
  answers integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  conflicts integer not null default 0,
  constraint language_model_usage_answers_check CHECK ((answers >= 0)),
  constraint language_model_usage_calls_check CHECK ((calls >= 0)),
  constraint language_model_usage_conflicts_check CHECK ((conflicts >= 0)),
  constraint language_model_usage_input_tokens_check CHECK ((input_tokens >= 0)),
  constraint language_model_usage_mails_check CHECK ((mails >= 0)),
  constraint language_model_usage_output_tokens_check CHECK ((output_tokens >= 0)),
  constraint language_model_usage_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint language_model_usage_pkey PRIMARY KEY (user_id, day)
);
CREATE INDEX language_model_usage_age ON app.language_model_usage USING btree (day);
alter table app.language_model_usage enable row level security;
alter table app.language_model_usage force row level security;
create policy service on app.language_model_usage for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.language_model_usage to service_role;

create table app.mailbox_models (
  mailbox_id uuid not null,
  user_id uuid not null,
  version integer not null,
  state bytea not null,
  example_count integer not null default 0,
  updated_at timestamp with time zone not null default now(),
  is_stale boolean not null default false,
  baseline bytea,
  baseline_messages integer,
  baseline_folders_hash text,
  baseline_created_at timestamp with time zone,
  constraint mailbox_models_baseline_messages_check CHECK ((baseline_messages >= 0)),
  constraint mailbox_models_check CHECK ((num_nulls(baseline, baseline_messages, baseline_folders_hash, baseline_created_at) = ANY (ARRAY[0, 4]))),
  constraint mailbox_models_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint mailbox_models_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint mailbox_models_pkey PRIMARY KEY (mailbox_id)
);
CREATE INDEX mailbox_models_user ON app.mailbox_models USING btree (user_id);
alter table app.mailbox_models enable row level security;
alter table app.mailbox_models force row level security;
create policy service on app.mailbox_models for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.mailbox_models to service_role;

create table app.mailbox_sync_states (
  mailbox_id uuid not null,
  user_id uuid not null,
  lease_token bigint not null default 0,
  leased_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  lease_node bigint,
  paused_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  inbox_folder_id text,
  delta_link text,
  caught_up_until timestamp with time zone,
  folders_synced_at timestamp with time zone,
  learned_at timestamp with time zone,
  sent_read_until timestamp with time zone,
  moves_checked_at timestamp with time zone,
  consecutive_failures integer not null default 0,
  probe_claimed_until timestamp with time zone,
  subscription_failures integer not null default 0,
  subscription_retry_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  real_time_since timestamp with time zone,
  call_breaker text not null default 'graph'::text,
  token_breaker text default 'entra'::text,
  constraint mailbox_sync_states_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint mailbox_sync_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint mailbox_sync_states_pkey PRIMARY KEY (mailbox_id)
);
CREATE INDEX mailbox_sync_states_user ON app.mailbox_sync_states USING btree (user_id);
alter table app.mailbox_sync_states enable row level security;
alter table app.mailbox_sync_states force row level security;
create policy service on app.mailbox_sync_states for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.mailbox_sync_states to service_role;

create table app.mailbox_tokens (
  mailbox_id uuid not null,
  user_id uuid not null,
  access_token_sealed text not null,
  refresh_token_sealed text not null,
  scopes text not null,
  expires_at timestamp with time zone not null,
  generation integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  sign_in_id uuid not null default gen_random_uuid(),
  constraint mailbox_tokens_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint mailbox_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint mailbox_tokens_pkey PRIMARY KEY (mailbox_id)
);
CREATE INDEX mailbox_tokens_user ON app.mailbox_tokens USING btree (user_id);
alter table app.mailbox_tokens enable row level security;
alter table app.mailbox_tokens force row level security;
create policy service on app.mailbox_tokens for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.mailbox_tokens to service_role;

create table app.nodes (
  node bigint not null,
  seen_until timestamp with time zone not null,
  role text,
  version text,
  started_at timestamp with time zone not null default now(),
  constraint nodes_role_check CHECK ((role = ANY (ARRAY['all'::text, 'web'::text, 'worker'::text]))),
  constraint nodes_pkey PRIMARY KEY (node)
);
alter table app.nodes enable row level security;
alter table app.nodes force row level security;
create policy server on app.nodes for all to mailroom_server
  using (true)
  with check (true);
create policy service on app.nodes for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.nodes to mailroom_server;
grant select on app.nodes to service_role;

create table app.oauth_states (
  state_hash bytea not null,
  user_id uuid not null,
  session_id uuid not null,
  provider text not null,
  browser_hash bytea not null,
  code_verifier_sealed text not null,
  nonce_hash bytea not null,
  mailbox_name text,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  mailbox_id uuid,
  with_send_scope boolean not null default false,
  constraint oauth_states_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint oauth_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint oauth_states_pkey PRIMARY KEY (state_hash)
);
CREATE INDEX oauth_states_mailbox ON app.oauth_states USING btree (mailbox_id);
CREATE INDEX oauth_states_user ON app.oauth_states USING btree (user_id);
alter table app.oauth_states enable row level security;
alter table app.oauth_states force row level security;
create policy service on app.oauth_states for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.oauth_states to service_role;

create table app.operator_settings (
  name text not null,
  value_sealed text not null,
  changed_at timestamp with time zone not null,
  changed_by uuid,
  constraint operator_settings_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES auth.users(id) ON DELETE SET NULL,
  constraint operator_settings_pkey PRIMARY KEY (name)
);
alter table app.operator_settings enable row level security;
alter table app.operator_settings force row level security;
create policy service on app.operator_settings for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update (changed_at, changed_by, value_sealed) on app.operator_settings to service_role;

create table app.outgoing_emails (
  id uuid not null default gen_random_uuid(),
  user_id uuid,
  kind text not null,
  payload_sealed text not null,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint outgoing_emails_kind_check CHECK ((length(kind) <= 60)),
  constraint outgoing_emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint outgoing_emails_pkey PRIMARY KEY (id)
);
CREATE INDEX outgoing_emails_due ON app.outgoing_emails USING btree (next_attempt_at);
CREATE INDEX outgoing_emails_user ON app.outgoing_emails USING btree (user_id);
alter table app.outgoing_emails enable row level security;
alter table app.outgoing_emails force row level security;
create policy accounts on app.outgoing_emails for insert to accounts_service
  with check (true);
create policy senders on app.outgoing_emails for all to service_role
  using (true)
  with check (true);
grant insert on app.outgoing_emails to accounts_service;
grant delete, insert, select, update on app.outgoing_emails to service_role;

create table app.pending_action_messages (
  log_id uuid not null,
  user_id uuid not null,
  mailbox_id uuid not null,
  claim_token integer not null default 0,
  claimed_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  attempts integer not null default 0,
  first_attempt_at timestamp with time zone,
  next_attempt_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  claim_node bigint,
  constraint pending_action_messages_log_id_fkey FOREIGN KEY (log_id) REFERENCES email_processing_logs(id) ON DELETE CASCADE,
  constraint pending_action_messages_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint pending_action_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint pending_action_messages_pkey PRIMARY KEY (log_id)
);
CREATE INDEX pending_action_messages_due ON app.pending_action_messages USING btree (next_attempt_at);
CREATE INDEX pending_action_messages_mailbox ON app.pending_action_messages USING btree (mailbox_id, next_attempt_at);
CREATE INDEX pending_action_messages_user ON app.pending_action_messages USING btree (user_id);
alter table app.pending_action_messages enable row level security;
alter table app.pending_action_messages force row level security;
create policy service on app.pending_action_messages for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.pending_action_messages to service_role;

create table app.pending_customer_closures (
  stripe_customer_id text not null,
  mode text not null,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint pending_customer_closures_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text, 'sandbox'::text]))),
  constraint pending_customer_closures_stripe_customer_id_check CHECK ((length(stripe_customer_id) <= 255)),
  constraint pending_customer_closures_pkey PRIMARY KEY (stripe_customer_id)
);
alter table app.pending_customer_closures enable row level security;
alter table app.pending_customer_closures force row level security;
create policy service on app.pending_customer_closures for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.pending_customer_closures to service_role;

create table app.prompt_analyses (
  user_id uuid not null,
  prompt_hash bytea not null,
  plan jsonb not null,
  made_by text not null,
  created_at timestamp with time zone not null,
  constraint prompt_analyses_made_by_check CHECK ((made_by = ANY (ARRAY['parser'::text, 'model'::text]))),
  constraint prompt_analyses_plan_check CHECK (((jsonb_typeof(plan) = 'object'::text) AND (pg_column_size(plan) <= 32768))),
  constraint prompt_analyses_prompt_hash_check CHECK ((octet_length(prompt_hash) = 32)),
  constraint prompt_analyses_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint prompt_analyses_pkey PRIMARY KEY (user_id, prompt_hash)
);
alter table app.prompt_analyses enable row level security;
alter table app.prompt_analyses force row level security;
create policy service on app.prompt_analyses for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.prompt_analyses to service_role;

create table app.provider_outages (
  provider text not null,
  failed_subjects text[] not null default '{}'::text[],
  first_failed_at timestamp with time zone not null,
  opened_at timestamp with time zone,
  reason text not null default ''::text,
  next_probe_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  constraint provider_outages_pkey PRIMARY KEY (provider)
);
alter table app.provider_outages enable row level security;
alter table app.provider_outages force row level security;
create policy service on app.provider_outages for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.provider_outages to service_role;

create table app.rate_limits (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
alter table app.rate_limits enable row level security;
alter table app.rate_limits force row level security;
create policy server on app.rate_limits for all to mailroom_server
  using (true)
  with check (true);
grant delete, insert, select, update on app.rate_limits to mailroom_server;

create table app.removed_base_folders (
  folder_id uuid not null,
  action_id uuid not null,
  user_id uuid not null,
  base_path text,
  constraint removed_base_folders_action_id_fkey FOREIGN KEY (action_id) REFERENCES email_actions(id),
  constraint removed_base_folders_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES email_folders(id) ON DELETE CASCADE,
  constraint removed_base_folders_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint removed_base_folders_pkey PRIMARY KEY (folder_id, action_id)
);
CREATE INDEX removed_base_folders_action ON app.removed_base_folders USING btree (action_id);
CREATE INDEX removed_base_folders_user ON app.removed_base_folders USING btree (user_id);
alter table app.removed_base_folders enable row level security;
alter table app.removed_base_folders force row level security;
create policy service on app.removed_base_folders for all to service_role
  using (true)
  with check (true);
grant insert, select, update (base_path) on app.removed_base_folders to service_role;

create table app.requested_moves (
  log_id uuid not null,
  user_id uuid not null,
  mailbox_id uuid not null,
  folder_id uuid,
  possible_folder_ids jsonb not null,
  claim_token integer not null default 1,
  claimed_until timestamp with time zone not null,
  requested_at timestamp with time zone not null,
  undo_id uuid,
  retracts_correction boolean not null default false,
  is_correction boolean not null default true,
  claim_node bigint,
  change_key_before_move text,
  press_id uuid,
  stays_in_inbox boolean not null default false,
  category text,
  former_categories jsonb not null default '[]'::jsonb,
  constraint requested_moves_former_categories_check CHECK ((jsonb_typeof(former_categories) = 'array'::text)),
  constraint requested_moves_possible_folder_ids_check CHECK ((jsonb_typeof(possible_folder_ids) = 'array'::text)),
  constraint requested_moves_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES email_folders(id) ON DELETE CASCADE,
  constraint requested_moves_log_id_fkey FOREIGN KEY (log_id) REFERENCES email_processing_logs(id) ON DELETE CASCADE,
  constraint requested_moves_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint requested_moves_press_id_fkey FOREIGN KEY (press_id) REFERENCES app.tidy_up_presses(id) ON DELETE CASCADE,
  constraint requested_moves_undo_id_fkey FOREIGN KEY (undo_id) REFERENCES app.bulk_undos(id) ON DELETE CASCADE,
  constraint requested_moves_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint requested_moves_pkey PRIMARY KEY (log_id)
);
CREATE INDEX requested_moves_folder ON app.requested_moves USING btree (folder_id);
CREATE INDEX requested_moves_mailbox ON app.requested_moves USING btree (mailbox_id);
CREATE INDEX requested_moves_press ON app.requested_moves USING btree (press_id);
CREATE INDEX requested_moves_undo ON app.requested_moves USING btree (undo_id);
CREATE INDEX requested_moves_user ON app.requested_moves USING btree (user_id);
alter table app.requested_moves enable row level security;
alter table app.requested_moves force row level security;
create policy service on app.requested_moves for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.requested_moves to service_role;

create table app.sender_days (
  mailbox_id uuid not null,
  is_staged boolean not null,
  address text not null,
  day date not null,
  place text not null,
  user_id uuid not null,
  emails integer not null,
  read integer not null,
  constraint sender_days_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint sender_days_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint sender_days_pkey PRIMARY KEY (mailbox_id, is_staged, address, day, place)
);
CREATE INDEX sender_days_day ON app.sender_days USING btree (day);
CREATE INDEX sender_days_user ON app.sender_days USING btree (user_id);
alter table app.sender_days enable row level security;
alter table app.sender_days force row level security;
create policy service on app.sender_days for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.sender_days to service_role;

create table app.sender_scans (
  mailbox_id uuid not null,
  user_id uuid not null,
  state text not null,
  since date not null,
  folders integer not null default 0,
  pending_folders text[],
  position text,
  reached_at timestamp with time zone,
  emails integer not null default 0,
  pages integer not null default 0,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  completed_at timestamp with time zone,
  year_read_at timestamp with time zone,
  constraint sender_scans_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'canceled'::text, 'failed'::text]))),
  constraint sender_scans_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint sender_scans_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint sender_scans_pkey PRIMARY KEY (mailbox_id)
);
CREATE INDEX sender_scans_user ON app.sender_scans USING btree (user_id);
alter table app.sender_scans enable row level security;
alter table app.sender_scans force row level security;
create policy service on app.sender_scans for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.sender_scans to service_role;

create table app.senders (
  mailbox_id uuid not null,
  address text not null,
  user_id uuid not null,
  name text not null,
  last_at timestamp with time zone not null,
  list_id text,
  unsubscribe_url text,
  recent integer not null default 0,
  year integer not null default 0,
  read integer not null default 0,
  place text not null default ''::text,
  constraint senders_address_check CHECK (((length(address) >= 1) AND (length(address) <= 320))),
  constraint senders_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint senders_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint senders_pkey PRIMARY KEY (mailbox_id, address)
);
CREATE INDEX senders_user ON app.senders USING btree (user_id);
alter table app.senders enable row level security;
alter table app.senders force row level security;
create policy service on app.senders for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.senders to service_role;

create table app.service_connections (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  provider text not null,
  account_id text not null,
  provider_email text,
  status text not null default 'active'::text,
  access_token_sealed text not null,
  refresh_token_sealed text not null,
  scopes text not null,
  expires_at timestamp with time zone not null,
  generation integer not null default 1,
  paused_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null default now(),
  consecutive_failures integer not null default 0,
  probe_claimed_until timestamp with time zone,
  sign_in_id uuid not null default gen_random_uuid(),
  constraint service_connections_account_id_check CHECK (((length(account_id) >= 1) AND (length(account_id) <= 255))),
  constraint service_connections_provider_check CHECK ((provider = ANY (ARRAY['dropbox'::text, 'google_drive'::text, 'onedrive'::text, 'teamleader'::text]))),
  constraint service_connections_provider_email_check CHECK ((length(provider_email) <= 320)),
  constraint service_connections_status_check CHECK ((status = ANY (ARRAY['active'::text, 'needs_reauth'::text]))),
  constraint service_connections_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint service_connections_pkey PRIMARY KEY (id),
  constraint service_connections_user_id_provider_key UNIQUE (user_id, provider)
);
alter table app.service_connections enable row level security;
alter table app.service_connections force row level security;
create policy service on app.service_connections for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.service_connections to service_role;

create table app.service_revocations (
  id uuid not null default gen_random_uuid(),
  provider text not null,
  token_sealed text not null,
  attempts integer not null default 0,
  created_at timestamp with time zone not null,
  constraint service_revocations_provider_check CHECK ((provider = ANY (ARRAY['dropbox'::text, 'google_drive'::text, 'onedrive'::text, 'teamleader'::text]))),
  constraint service_revocations_pkey PRIMARY KEY (id)
);
alter table app.service_revocations enable row level security;
alter table app.service_revocations force row level security;
create policy service on app.service_revocations for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.service_revocations to service_role;

create table app.stored_attachments (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  mailbox_id uuid not null,
  run_id uuid not null,
  step integer not null default 0,
  provider text not null,
  account_id text not null,
  attachment_id text not null,
  name text not null,
  folder_path text not null,
  size bigint,
  content_sha256 bytea,
  state text not null,
  reason text,
  remote_id text,
  url text,
  session_sealed text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint stored_attachments_content_sha256_check CHECK ((octet_length(content_sha256) = 32)),
  constraint stored_attachments_folder_path_check CHECK ((length(folder_path) <= 1000)),
  constraint stored_attachments_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255))),
  constraint stored_attachments_provider_check CHECK ((provider = ANY (ARRAY['dropbox'::text, 'google_drive'::text, 'onedrive'::text]))),
  constraint stored_attachments_reason_check CHECK ((length(reason) <= 40)),
  constraint stored_attachments_size_check CHECK ((size >= 0)),
  constraint stored_attachments_state_check CHECK ((state = ANY (ARRAY['claimed'::text, 'uploading'::text, 'done'::text, 'skipped'::text, 'failed'::text]))),
  constraint stored_attachments_step_check CHECK ((step >= 0)),
  constraint stored_attachments_url_check CHECK ((length(url) <= 2000)),
  constraint stored_attachments_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint stored_attachments_run_id_fkey FOREIGN KEY (run_id) REFERENCES email_action_runs(id) ON DELETE CASCADE,
  constraint stored_attachments_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint stored_attachments_pkey PRIMARY KEY (id),
  constraint stored_attachments_run_id_step_attachment_id_key UNIQUE (run_id, step, attachment_id)
);
CREATE INDEX stored_attachments_age ON app.stored_attachments USING btree (created_at);
CREATE INDEX stored_attachments_content ON app.stored_attachments USING btree (user_id, provider, account_id, content_sha256);
CREATE INDEX stored_attachments_mailbox ON app.stored_attachments USING btree (mailbox_id);
alter table app.stored_attachments enable row level security;
alter table app.stored_attachments force row level security;
create policy service on app.stored_attachments for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.stored_attachments to service_role;

create table app.stripe_events (
  id text not null,
  type text not null,
  stripe_created_at timestamp with time zone not null,
  api_version text,
  livemode boolean not null,
  stripe_customer_id text,
  state text not null,
  received_at timestamp with time zone not null,
  constraint stripe_events_api_version_check CHECK ((length(api_version) <= 60)),
  constraint stripe_events_id_check CHECK (((length(id) >= 1) AND (length(id) <= 255))),
  constraint stripe_events_state_check CHECK ((state = ANY (ARRAY['used'::text, 'ignored'::text]))),
  constraint stripe_events_stripe_customer_id_check CHECK ((length(stripe_customer_id) <= 255)),
  constraint stripe_events_type_check CHECK ((length(type) <= 100)),
  constraint stripe_events_pkey PRIMARY KEY (id)
);
CREATE INDEX stripe_events_age ON app.stripe_events USING btree (received_at);
CREATE INDEX stripe_events_customer ON app.stripe_events USING btree (stripe_customer_id);
alter table app.stripe_events enable row level security;
alter table app.stripe_events force row level security;
create policy service on app.stripe_events for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.stripe_events to service_role;

create table app.stripe_prices (
  stripe_price_id text not null,
  stripe_product_id text not null,
  mode text not null,
  plan_id uuid,
  addon_id uuid,
  unit_amount integer not null,
  is_current boolean not null,
  constraint stripe_prices_check CHECK (((plan_id IS NULL) <> (addon_id IS NULL))),
  constraint stripe_prices_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text, 'sandbox'::text]))),
  constraint stripe_prices_stripe_price_id_check CHECK ((length(stripe_price_id) <= 255)),
  constraint stripe_prices_stripe_product_id_check CHECK ((length(stripe_product_id) <= 255)),
  constraint stripe_prices_unit_amount_check CHECK ((unit_amount > 0)),
  constraint stripe_prices_addon_id_fkey FOREIGN KEY (addon_id) REFERENCES addons(id) ON DELETE CASCADE,
  constraint stripe_prices_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id) ON DELETE CASCADE,
  constraint stripe_prices_pkey PRIMARY KEY (stripe_price_id)
);
CREATE UNIQUE INDEX stripe_prices_addon ON app.stripe_prices USING btree (mode, addon_id) WHERE is_current;
CREATE INDEX stripe_prices_addon_any ON app.stripe_prices USING btree (addon_id);
CREATE UNIQUE INDEX stripe_prices_plan ON app.stripe_prices USING btree (mode, plan_id) WHERE is_current;
CREATE INDEX stripe_prices_plan_any ON app.stripe_prices USING btree (plan_id);
alter table app.stripe_prices enable row level security;
alter table app.stripe_prices force row level security;
create policy service on app.stripe_prices for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.stripe_prices to service_role;

create table app.stripe_setups (
  mode text not null,
  portal_configuration_id text not null,
  completed_at timestamp with time zone not null,
  constraint stripe_setups_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text, 'sandbox'::text]))),
  constraint stripe_setups_portal_configuration_id_check CHECK ((length(portal_configuration_id) <= 255)),
  constraint stripe_setups_pkey PRIMARY KEY (mode)
);
alter table app.stripe_setups enable row level security;
alter table app.stripe_setups force row level security;
create policy service on app.stripe_setups for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.stripe_setups to service_role;

create table app.tidy_up_items (
  press_id uuid not null,
  message_id text not null,
  user_id uuid not null,
  position integer not null,
  kind text,
  value text,
  example_seq bigint,
  log_id uuid,
  outcome text,
  replaced_folder_id uuid,
  replaced_created_at timestamp with time zone,
  constraint tidy_up_items_check CHECK (((kind IS NULL) = (value IS NULL))),
  constraint tidy_up_items_kind_check CHECK ((kind = ANY (ARRAY['sender'::text, 'list'::text]))),
  constraint tidy_up_items_outcome_check CHECK ((outcome = ANY (ARRAY['moved'::text, 'not_moved'::text, 'undone'::text]))),
  constraint tidy_up_items_log_id_fkey FOREIGN KEY (log_id) REFERENCES email_processing_logs(id) ON DELETE SET NULL,
  constraint tidy_up_items_press_id_fkey FOREIGN KEY (press_id) REFERENCES app.tidy_up_presses(id) ON DELETE CASCADE,
  constraint tidy_up_items_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint tidy_up_items_pkey PRIMARY KEY (press_id, message_id)
);
CREATE INDEX tidy_up_items_log ON app.tidy_up_items USING btree (log_id);
CREATE INDEX tidy_up_items_message ON app.tidy_up_items USING btree (message_id);
CREATE INDEX tidy_up_items_sender ON app.tidy_up_items USING btree (kind, value);
CREATE INDEX tidy_up_items_user ON app.tidy_up_items USING btree (user_id);
alter table app.tidy_up_items enable row level security;
alter table app.tidy_up_items force row level security;
create policy service on app.tidy_up_items for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.tidy_up_items to service_role;

create table app.tidy_up_presses (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  mailbox_id uuid not null,
  folder_id uuid,
  is_part boolean not null,
  state text not null,
  is_waiting boolean not null default false,
  claim_token integer not null default 0,
  claimed_until timestamp with time zone not null default '-infinity'::timestamp with time zone,
  claim_node bigint,
  created_at timestamp with time zone not null,
  constraint tidy_up_presses_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'undoing'::text, 'undone'::text]))),
  constraint tidy_up_presses_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES email_folders(id) ON DELETE CASCADE,
  constraint tidy_up_presses_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint tidy_up_presses_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint tidy_up_presses_pkey PRIMARY KEY (id)
);
CREATE INDEX tidy_up_presses_created ON app.tidy_up_presses USING btree (created_at);
CREATE INDEX tidy_up_presses_folder ON app.tidy_up_presses USING btree (folder_id);
CREATE INDEX tidy_up_presses_mailbox ON app.tidy_up_presses USING btree (mailbox_id, created_at DESC);
CREATE INDEX tidy_up_presses_user ON app.tidy_up_presses USING btree (user_id);
alter table app.tidy_up_presses enable row level security;
alter table app.tidy_up_presses force row level security;
create policy service on app.tidy_up_presses for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.tidy_up_presses to service_role;

create table app.training_examples (
  mailbox_id uuid not null,
  message_id text not null,
  user_id uuid not null,
  folder_id uuid,
  seq bigint not null generated always as identity,
  is_correction boolean not null default false,
  is_retracted boolean not null default false,
  was_in_folder boolean not null default true,
  constraint training_examples_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES email_folders(id) ON DELETE CASCADE,
  constraint training_examples_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint training_examples_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint training_examples_pkey PRIMARY KEY (mailbox_id, seq)
);
CREATE INDEX training_examples_folder ON app.training_examples USING btree (folder_id);
CREATE INDEX training_examples_message ON app.training_examples USING btree (mailbox_id, message_id, seq);
CREATE INDEX training_examples_user ON app.training_examples USING btree (user_id);
alter table app.training_examples enable row level security;
alter table app.training_examples force row level security;
create policy service on app.training_examples for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.training_examples to service_role;

create table app.unlearned_moves (
  mailbox_id uuid not null,
  message_id text not null,
  user_id uuid not null,
  folder_id uuid,
  received_at timestamp with time zone,
  found_at timestamp with time zone not null,
  is_dismissed boolean not null default false,
  constraint unlearned_moves_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES email_folders(id) ON DELETE CASCADE,
  constraint unlearned_moves_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint unlearned_moves_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint unlearned_moves_pkey PRIMARY KEY (mailbox_id, message_id)
);
CREATE INDEX unlearned_moves_folder ON app.unlearned_moves USING btree (folder_id, mailbox_id);
CREATE INDEX unlearned_moves_user ON app.unlearned_moves USING btree (user_id);
alter table app.unlearned_moves enable row level security;
alter table app.unlearned_moves force row level security;
create policy service on app.unlearned_moves for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.unlearned_moves to service_role;

create table app.used_digest_links (
  log_id uuid not null,
  effect text not null,
  user_id uuid not null,
  constraint used_digest_links_effect_check CHECK ((effect = ANY (ARRAY['return'::text, 'file'::text]))),
  constraint used_digest_links_log_id_fkey FOREIGN KEY (log_id) REFERENCES email_processing_logs(id) ON DELETE CASCADE,
  constraint used_digest_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint used_digest_links_pkey PRIMARY KEY (log_id, effect)
);
CREATE INDEX used_digest_links_user ON app.used_digest_links USING btree (user_id);
alter table app.used_digest_links enable row level security;
alter table app.used_digest_links force row level security;
create policy service on app.used_digest_links for all to service_role
  using (true)
  with check (true);
grant delete, insert, select on app.used_digest_links to service_role;

create table app.user_limits (
  user_id uuid not null,
  email_limit integer not null,
  constraint user_limits_email_limit_check CHECK ((email_limit >= 0)),
  constraint user_limits_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint user_limits_pkey PRIMARY KEY (user_id)
);
alter table app.user_limits enable row level security;
alter table app.user_limits force row level security;
create policy service on app.user_limits for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update (email_limit) on app.user_limits to service_role;

create table app.user_time_zones (
  user_id uuid not null,
  time_zone text not null,
  is_chosen boolean not null,
  constraint user_time_zones_time_zone_check CHECK (((length(time_zone) >= 1) AND (length(time_zone) <= 64))),
  constraint user_time_zones_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint user_time_zones_pkey PRIMARY KEY (user_id)
);
alter table app.user_time_zones enable row level security;
alter table app.user_time_zones force row level security;
create policy service on app.user_time_zones for all to service_role
  using (true)
  with check (true);
grant insert, select, update (is_chosen, time_zone) on app.user_time_zones to service_role;

create table app.visits (
  user_id uuid not null,
  last_seen_at timestamp with time zone not null,
  constraint visits_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint visits_pkey PRIMARY KEY (user_id)
);
alter table app.visits enable row level security;
alter table app.visits force row level security;
create policy service on app.visits for all to service_role
  using (true)
  with check (true);
grant delete, insert, select, update on app.visits to service_role;

create table auth.audit_log_entries (
  id bigint not null default nextval('auth.audit_log_entry_ids'::regclass),
  user_id uuid not null,
  session_id uuid,
  action text not null,
  ip text,
  user_agent text,
  created_at timestamp with time zone not null,
  detail text,
  constraint audit_log_entries_action_check CHECK ((length(action) <= 60)),
  constraint audit_log_entries_detail_check CHECK ((length(detail) <= 400)),
  constraint audit_log_entries_user_agent_check CHECK ((length(user_agent) <= 512)),
  constraint audit_log_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint audit_log_entries_pkey PRIMARY KEY (id, created_at)
) partition by RANGE (created_at);
CREATE INDEX audit_log_entries_user ON ONLY auth.audit_log_entries USING btree (user_id, created_at DESC);
alter table auth.audit_log_entries enable row level security;
alter table auth.audit_log_entries force row level security;
create policy accounts on auth.audit_log_entries for all to accounts_service
  using (true)
  with check (true);
grant delete, insert, select on auth.audit_log_entries to accounts_service;

create table auth.first_account (
  is_taken boolean not null default true,
  constraint first_account_is_taken_check CHECK (is_taken),
  constraint first_account_pkey PRIMARY KEY (is_taken)
);
alter table auth.first_account enable row level security;
alter table auth.first_account force row level security;
create policy accounts on auth.first_account for all to accounts_service
  using (true)
  with check (true);
grant insert, select on auth.first_account to accounts_service;

create table auth.flow_states (
  id uuid not null default gen_random_uuid(),
  state_hash bytea,
  auth_code_hash bytea,
  user_id uuid,
  linking_user_id uuid,
  linking_session_id uuid,
  provider text not null,
  authentication_method text,
  code_challenge text,
  code_challenge_method text,
  redirect_to text not null,
  browser_hash bytea,
  code_verifier_sealed text,
  nonce_hash bytea,
  invite_token_hash bytea,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint flow_states_check CHECK (((linking_user_id IS NULL) = (linking_session_id IS NULL))),
  constraint flow_states_check1 CHECK (((code_challenge IS NULL) = (code_challenge_method IS NULL))),
  constraint flow_states_code_challenge_method_check CHECK ((code_challenge_method = ANY (ARRAY['s256'::text, 'plain'::text]))),
  constraint flow_states_provider_check CHECK ((provider = ANY (ARRAY['email'::text, 'azure'::text, 'google'::text]))),
  constraint flow_states_linking_session_id_fkey FOREIGN KEY (linking_session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint flow_states_linking_user_id_fkey FOREIGN KEY (linking_user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint flow_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint flow_states_pkey PRIMARY KEY (id),
  constraint flow_states_auth_code_hash_key UNIQUE (auth_code_hash),
  constraint flow_states_state_hash_key UNIQUE (state_hash)
);
CREATE INDEX flow_states_expiry ON auth.flow_states USING btree (expires_at);
CREATE INDEX flow_states_linking_session ON auth.flow_states USING btree (linking_session_id);
CREATE INDEX flow_states_linking_user ON auth.flow_states USING btree (linking_user_id);
CREATE INDEX flow_states_user ON auth.flow_states USING btree (user_id);
alter table auth.flow_states enable row level security;
alter table auth.flow_states force row level security;
create policy accounts on auth.flow_states for all to accounts_service
  using (true)
  with check (true);
grant delete, insert, select, update on auth.flow_states to accounts_service;

create table auth.identities (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null default '{}'::jsonb,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint identities_pkey PRIMARY KEY (id),
  constraint identities_provider_provider_id_key UNIQUE (provider, provider_id)
);
CREATE INDEX identities_user ON auth.identities USING btree (user_id);
alter table auth.identities enable row level security;
alter table auth.identities force row level security;
create policy accounts on auth.identities for all to accounts_service
  using (true)
  with check (true);
grant delete, insert, select, update on auth.identities to accounts_service;

create table auth.mfa_challenges (
  id uuid not null default gen_random_uuid(),
  factor_id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  webauthn_challenge text,
  attempts integer not null default 0,
  verified_at timestamp with time zone,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint mfa_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE,
  constraint mfa_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint mfa_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint mfa_challenges_pkey PRIMARY KEY (id)
);
CREATE INDEX mfa_challenges_expiry ON auth.mfa_challenges USING btree (expires_at);
CREATE INDEX mfa_challenges_factor ON auth.mfa_challenges USING btree (factor_id);
CREATE INDEX mfa_challenges_session ON auth.mfa_challenges USING btree (session_id);
CREATE INDEX mfa_challenges_user ON auth.mfa_challenges USING btree (user_id);
alter table auth.mfa_challenges enable row level security;
alter table auth.mfa_challenges force row level security;
create policy accounts on auth.mfa_challenges for all to accounts_service
  using (true)
  with check (true);
grant delete, insert, select, update on auth.mfa_challenges to accounts_service;

create table auth.mfa_factors (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  friendly_name text not null default ''::text,
  factor_type text not null,
  status text not null default 'unverified'::text,
  secret_sealed text,
  last_step bigint,
  credential_id text,
  public_key bytea,
  sign_count bigint,
  transports jsonb,
  aaguid text,
  last_challenged_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint mfa_factors_check CHECK (((factor_type = 'totp'::text) = (secret_sealed IS NOT NULL))),
  constraint mfa_factors_check1 CHECK (((factor_type <> 'webauthn'::text) OR (status = 'unverified'::text) OR ((credential_id IS NOT NULL) AND (public_key IS NOT NULL)))),
  constraint mfa_factors_factor_type_check CHECK ((factor_type = ANY (ARRAY['totp'::text, 'webauthn'::text]))),
  constraint mfa_factors_friendly_name_check CHECK ((length(friendly_name) <= 100)),
  constraint mfa_factors_status_check CHECK ((status = ANY (ARRAY['unverified'::text, 'verified'::text]))),
  constraint mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint mfa_factors_pkey PRIMARY KEY (id),
  constraint mfa_factors_credential_id_key UNIQUE (credential_id)
);
CREATE UNIQUE INDEX mfa_factors_name ON auth.mfa_factors USING btree (user_id, friendly_name) WHERE (friendly_name <> ''::text);
CREATE INDEX mfa_factors_user ON auth.mfa_factors USING btree (user_id);
alter table auth.mfa_factors enable row level security;
alter table auth.mfa_factors force row level security;
create policy accounts on auth.mfa_factors for all to accounts_service
  using (true)
  with check (true);
grant delete, insert, select, update on auth.mfa_factors to accounts_service;

create table auth.one_time_tokens (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  purpose text not null,
  email text not null,
  token_hash bytea not null,
  code_hash bytea not null,
  code_attempts integer not null default 0,
  flow_state_id uuid,
  created_at timestamp with time zone not null,
  code_expires_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint one_time_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['signup'::text, 'invite'::text, 'magiclink'::text, 'recovery'::text, 'email_change_current'::text, 'email_change_new'::text, 'reauthentication'::text]))),
  constraint one_time_tokens_flow_state_id_fkey FOREIGN KEY (flow_state_id) REFERENCES auth.flow_states(id) ON DELETE SET NULL,
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint one_time_tokens_pkey PRIMARY KEY (id),
  constraint one_time_tokens_token_hash_key UNIQUE (token_hash),
  constraint one_time_tokens_user_id_purpose_key UNIQUE (user_id, purpose)
);
CREATE INDEX one_time_tokens_email ON auth.one_time_tokens USING btree (email);
CREATE INDEX one_time_tokens_expiry ON auth.one_time_tokens USING btree (expires_at);
CREATE INDEX one_time_tokens_flow ON auth.one_time_tokens USING btree (flow_state_id);
alter table auth.one_time_tokens enable row level security;
alter table auth.one_time_tokens force row level security;
create policy accounts on auth.one_time_tokens for all to accounts_service
  using (true)
  with check (true);
grant delete, insert, select, update on auth.one_time_tokens to accounts_service;

create table auth.recovery_codes (
  id bigint not null generated always as identity,
  user_id uuid not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint recovery_codes_pkey PRIMARY KEY (id),
  constraint recovery_codes_user_id_code_hash_key UNIQUE (user_id, code_hash)
);
alter table auth.recovery_codes enable row level security;
alter table auth.recovery_codes force row level security;
create policy accounts on auth.recovery_codes for all to accounts_service
  using (true)
  with check (true);
grant delete, insert, select, update on auth.recovery_codes to accounts_service;

create table auth.refresh_tokens (
  id bigint not null generated always as identity,
  session_id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  parent_id bigint,
  revoked_at timestamp with time zone,
  child_seed_sealed text,
  created_at timestamp with time zone not null default now(),
  constraint refresh_tokens_check CHECK (((revoked_at IS NULL) = (child_seed_sealed IS NULL))),
  constraint refresh_tokens_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES auth.refresh_tokens(id) ON DELETE CASCADE,
  constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE,
  constraint refresh_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint refresh_tokens_pkey PRIMARY KEY (id),
  constraint refresh_tokens_token_hash_key UNIQUE (token_hash)
);
CREATE INDEX refresh_tokens_parent ON auth.refresh_tokens USING btree (parent_id);
CREATE INDEX refresh_tokens_session ON auth.refresh_tokens USING btree (session_id);
CREATE INDEX refresh_tokens_user ON auth.refresh_tokens USING btree (user_id);
alter table auth.refresh_tokens enable row level security;
alter table auth.refresh_tokens force row level security;
create policy accounts on auth.refresh_tokens for all to accounts_service
  using (true)
  with check (true);
grant delete, insert, select, update on auth.refresh_tokens to accounts_service;

create table auth.sessions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  aal text not null default 'aal1'::text,
  amr jsonb not null default '[]'::jsonb,
  user_agent text,
  ip text,
  created_at timestamp with time zone not null default now(),
  refreshed_at timestamp with time zone not null default now(),
  not_after timestamp with time zone,
  factor_id uuid,
  constraint sessions_aal_check CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text]))),
  constraint sessions_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE SET NULL,
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint sessions_pkey PRIMARY KEY (id)
);
CREATE INDEX sessions_factor ON auth.sessions USING btree (factor_id);
CREATE INDEX sessions_user ON auth.sessions USING btree (user_id);
alter table auth.sessions enable row level security;
alter table auth.sessions force row level security;
create policy accounts on auth.sessions for all to accounts_service
  using (true)
  with check (true);
grant delete, insert, select, update on auth.sessions to accounts_service;

create table auth.sign_in_attempts (
  subject_hash bytea not null,
  failures integer not null,
  window_ends_at timestamp with time zone not null,
  constraint sign_in_attempts_failures_check CHECK ((failures >= 0)),
  constraint sign_in_attempts_pkey PRIMARY KEY (subject_hash)
);
CREATE INDEX sign_in_attempts_window ON auth.sign_in_attempts USING btree (window_ends_at);
alter table auth.sign_in_attempts enable row level security;
alter table auth.sign_in_attempts force row level security;
create policy accounts on auth.sign_in_attempts for all to accounts_service
  using (true)
  with check (true);
grant delete, insert, select, update on auth.sign_in_attempts to accounts_service;

create table auth.signing_keys (
  kid text not null,
  algorithm text not null,
  public_jwk jsonb not null,
  private_jwk_sealed text not null,
  created_at timestamp with time zone not null default now(),
  retired_at timestamp with time zone,
  constraint signing_keys_algorithm_check CHECK ((algorithm = 'ES256'::text)),
  constraint signing_keys_pkey PRIMARY KEY (kid)
);
alter table auth.signing_keys enable row level security;
alter table auth.signing_keys force row level security;
create policy accounts on auth.signing_keys for all to accounts_service
  using (true)
  with check (true);
grant delete, insert, select, update on auth.signing_keys to accounts_service;

create table auth.users (
  id uuid not null default gen_random_uuid(),
  email text not null,
  encrypted_password text,
  email_confirmed_at timestamp with time zone,
  raw_app_meta_data jsonb not null default '{"provider": "email", "providers": ["email"]}'::jsonb,
  raw_user_meta_data jsonb not null default '{}'::jsonb,
  banned_until timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  invited_at timestamp with time zone,
  confirmation_sent_at timestamp with time zone,
  recovery_sent_at timestamp with time zone,
  reauthentication_sent_at timestamp with time zone,
  email_change_sent_at timestamp with time zone,
  new_email text,
  email_change_current_confirmed boolean not null default false,
  email_change_new_confirmed boolean not null default false,
  email_auto_confirmed boolean not null default false,
  deleted_at timestamp with time zone,
  constraint users_email_check CHECK (((email = lower(email)) AND (length(email) <= 254))),
  constraint users_new_email_check CHECK (((new_email = lower(new_email)) AND (length(new_email) <= 254))),
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email)
);
alter table auth.users enable row level security;
alter table auth.users force row level security;
create policy accounts on auth.users for all to accounts_service
  using (true)
  with check (true);
grant delete, insert, select, update on auth.users to accounts_service;

create table public.addons (
  id uuid not null default gen_random_uuid(),
  name text not null,
  description text not null default ''::text,
  price_monthly integer not null,
  email_limit integer not null,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  constraint addons_email_limit_check CHECK ((email_limit >= 0)),
  constraint addons_price_monthly_check CHECK ((price_monthly >= 0)),
  constraint addons_pkey PRIMARY KEY (id),
  constraint addons_name_key UNIQUE (name)
);
alter table public.addons enable row level security;
alter table public.addons force row level security;
create policy public_reads on public.addons for select to anon, authenticated
  using (is_active);
create policy service on public.addons for all to service_role
  using (true)
  with check (true);
create policy subscriber_reads on public.addons for select to authenticated
  using ((EXISTS ( SELECT
   FROM subscription_addons s
  WHERE ((s.addon_id = addons.id) AND (s.user_id = ( SELECT auth.uid() AS uid))))));
grant select on public.addons to anon;
grant select on public.addons to authenticated;
grant delete, insert, select, update on public.addons to service_role;

create table public.email_action_runs (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  mailbox_id uuid not null,
  log_id uuid not null,
  folder_action_id uuid,
  action_type text not null,
  config_version integer not null,
  action_order integer not null,
  status text not null default 'waiting'::text,
  reason text,
  effects jsonb not null default '[]'::jsonb,
  note text,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  blocked_by text,
  blocked_sign_in_id uuid,
  constraint email_action_runs_action_order_check CHECK ((action_order > 0)),
  constraint email_action_runs_blocked_by_check CHECK ((blocked_by = ANY (ARRAY['mailbox'::text, 'dropbox'::text, 'google_drive'::text, 'onedrive'::text, 'teamleader'::text]))),
  constraint email_action_runs_check CHECK (((status = ANY (ARRAY['done'::text, 'skipped'::text, 'failed'::text])) = (ended_at IS NOT NULL))),
  constraint email_action_runs_check1 CHECK (((ended_at IS NULL) OR (reason IS NOT NULL))),
  constraint email_action_runs_check2 CHECK (((blocked_by IS NULL) OR (status = 'failed'::text))),
  constraint email_action_runs_effects_check CHECK (((jsonb_typeof(effects) = 'array'::text) AND (jsonb_array_length(effects) <= 100))),
  constraint email_action_runs_note_check CHECK ((length(note) <= 1000)),
  constraint email_action_runs_reason_check CHECK ((length(reason) <= 40)),
  constraint email_action_runs_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'skipped'::text, 'failed'::text]))),
  constraint email_action_runs_folder_action_id_fkey FOREIGN KEY (folder_action_id) REFERENCES email_folder_actions(id) ON DELETE SET NULL,
  constraint email_action_runs_log_id_fkey FOREIGN KEY (log_id) REFERENCES email_processing_logs(id) ON DELETE CASCADE,
  constraint email_action_runs_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint email_action_runs_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint email_action_runs_pkey PRIMARY KEY (id),
  constraint email_action_runs_log_id_folder_action_id_config_version_key UNIQUE (log_id, folder_action_id, config_version)
);
CREATE INDEX email_action_runs_action ON public.email_action_runs USING btree (folder_action_id);
CREATE INDEX email_action_runs_blocked ON public.email_action_runs USING btree (user_id, blocked_by, created_at) WHERE (blocked_by IS NOT NULL);
CREATE INDEX email_action_runs_failed ON public.email_action_runs USING btree (user_id, log_id) WHERE (status = 'failed'::text);
CREATE INDEX email_action_runs_log ON public.email_action_runs USING btree (log_id, action_order);
CREATE INDEX email_action_runs_mailbox ON public.email_action_runs USING btree (mailbox_id);
CREATE INDEX email_action_runs_unredacted ON public.email_action_runs USING btree (created_at) WHERE ((ended_at IS NOT NULL) AND ((note IS NOT NULL) OR (effects <> '[]'::jsonb)));
CREATE INDEX email_action_runs_user ON public.email_action_runs USING btree (user_id, created_at DESC);
alter table public.email_action_runs enable row level security;
alter table public.email_action_runs force row level security;
create policy owner_reads on public.email_action_runs for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy service on public.email_action_runs for all to service_role
  using (true)
  with check (true);
grant select on public.email_action_runs to authenticated;
grant delete, insert, select, update on public.email_action_runs to service_role;

create table public.email_actions (
  id uuid not null default gen_random_uuid(),
  name text not null,
  description text not null default ''::text,
  action_type text not null,
  created_at timestamp with time zone not null default now(),
  coming_soon boolean not null default (action_type = 'store_google_drive'::text),
  constraint email_actions_pkey PRIMARY KEY (id),
  constraint email_actions_action_type_key UNIQUE (action_type),
  constraint email_actions_name_key UNIQUE (name)
);
alter table public.email_actions enable row level security;
alter table public.email_actions force row level security;
create policy public_reads on public.email_actions for select to authenticated
  using (true);
create policy service on public.email_actions for all to service_role
  using (true)
  with check (true);
grant select on public.email_actions to authenticated;
grant delete, insert, select, update on public.email_actions to service_role;

create table public.email_folder_actions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null default auth.uid(),
  folder_id uuid not null,
  action_id uuid not null,
  is_active boolean not null default true,
  action_order integer not null,
  config jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  config_version integer not null default 1,
  constraint email_folder_actions_action_order_check CHECK ((action_order > 0)),
  constraint email_folder_actions_config_check CHECK (((jsonb_typeof(config) = 'object'::text) AND (pg_column_size(config) <= 65536))),
  constraint email_folder_actions_action_id_fkey FOREIGN KEY (action_id) REFERENCES email_actions(id),
  constraint email_folder_actions_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES email_folders(id) ON DELETE CASCADE,
  constraint email_folder_actions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint email_folder_actions_pkey PRIMARY KEY (id),
  constraint email_folder_actions_folder_id_action_id_key UNIQUE (folder_id, action_id)
);
CREATE INDEX email_folder_actions_action ON public.email_folder_actions USING btree (action_id);
CREATE INDEX email_folder_actions_order ON public.email_folder_actions USING btree (folder_id, action_order);
CREATE INDEX email_folder_actions_user ON public.email_folder_actions USING btree (user_id);
CREATE TRIGGER check_config BEFORE INSERT OR UPDATE OF config, action_id ON public.email_folder_actions FOR EACH ROW EXECUTE FUNCTION app.check_action_config();
CREATE TRIGGER check_forward_destination BEFORE INSERT OR UPDATE OF config ON public.email_folder_actions FOR EACH ROW WHEN (((new.config ->> 'destination_email'::text) <> ''::text)) EXECUTE FUNCTION app.check_forward_destination();
CREATE TRIGGER increment_config_version BEFORE UPDATE OF config ON public.email_folder_actions FOR EACH ROW WHEN ((new.config IS DISTINCT FROM old.config)) EXECUTE FUNCTION app.increment_config_version();
CREATE TRIGGER note_added AFTER INSERT ON public.email_folder_actions FOR EACH ROW WHEN (((CURRENT_USER = 'authenticated'::name) AND (new.config <> '{}'::jsonb))) EXECUTE FUNCTION app.note_written_action('configured');
CREATE TRIGGER note_configured AFTER UPDATE OF config ON public.email_folder_actions FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.note_written_action('configured');
CREATE TRIGGER note_row AFTER INSERT OR DELETE ON public.email_folder_actions FOR EACH ROW WHEN ((CURRENT_USER = 'authenticated'::name)) EXECUTE FUNCTION app.note_action_row();
CREATE TRIGGER note_switched_on AFTER UPDATE OF is_active ON public.email_folder_actions FOR EACH ROW WHEN (((CURRENT_USER = 'authenticated'::name) AND new.is_active AND (NOT old.is_active))) EXECUTE FUNCTION app.note_written_action('switched_on');
CREATE TRIGGER publish_addition AFTER INSERT OR DELETE ON public.email_folder_actions FOR EACH ROW EXECUTE FUNCTION app.publish_folder_change();
CREATE TRIGGER publish_change AFTER UPDATE OF action_order, config, is_active ON public.email_folder_actions FOR EACH ROW WHEN ((((old.action_order IS DISTINCT FROM new.action_order) OR (old.config IS DISTINCT FROM new.config)) OR (old.is_active IS DISTINCT FROM new.is_active))) EXECUTE FUNCTION app.publish_folder_change();
CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.email_folder_actions FOR EACH ROW EXECUTE FUNCTION app.set_updated_at();
alter table public.email_folder_actions enable row level security;
alter table public.email_folder_actions force row level security;
create policy owner_adds on public.email_folder_actions for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM email_folders f
  WHERE ((f.id = email_folder_actions.folder_id) AND (f.user_id = ( SELECT auth.uid() AS uid)))))));
create policy owner_changes on public.email_folder_actions for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy owner_reads on public.email_folder_actions for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy owner_removes on public.email_folder_actions for delete to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy service on public.email_folder_actions for all to service_role
  using (true)
  with check (true);
grant delete, insert (action_id, action_order, config, folder_id, is_active), select, update (action_order, config, is_active) on public.email_folder_actions to authenticated;
grant delete, insert, select, update on public.email_folder_actions to service_role;

create table public.email_folders (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  mailbox_id uuid not null,
  folder_name text not null,
  display_name text not null,
  provider_folder_id text,
  parent_folder_id uuid,
  instructions text not null default ''::text,
  active boolean not null default true,
  include_in_ai boolean not null default true,
  is_custom boolean not null default false,
  awaits_outlook boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  instructions_changed_at timestamp with time zone,
  path text[],
  deleted_in_outlook_at timestamp with time zone,
  include_security_email boolean not null default false,
  former_provider_folder_id text,
  renamed_at timestamp with time zone,
  resembles text,
  file_when text,
  file_delay_minutes integer not null default 5,
  file_latest_hours integer not null default 24,
  file_hours integer[] not null default '{8,18}'::integer[],
  filing text not null default 'move'::text,
  mark_as_read boolean not null default false,
  set_flag boolean not null default false,
  constraint email_folders_check CHECK ((is_custom = (provider_folder_id IS NULL))),
  constraint email_folders_check1 CHECK ((is_custom OR (NOT awaits_outlook))),
  constraint email_folders_file_delay_minutes_check CHECK (((file_delay_minutes >= 0) AND (file_delay_minutes <= 60))),
  constraint email_folders_file_hours_check CHECK (((file_hours <@ '{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23}'::integer[]) AND (array_ndims(file_hours) = 1) AND ((cardinality(file_hours) >= 1) AND (cardinality(file_hours) <= 4)))),
  constraint email_folders_file_latest_hours_check CHECK (((file_latest_hours >= 1) AND (file_latest_hours <= 168))),
  constraint email_folders_file_when_check CHECK ((file_when = ANY (ARRAY['at_once'::text, 'after_read'::text, 'by_latest'::text, 'at_hours'::text]))),
  constraint email_folders_filing_check CHECK ((filing = ANY (ARRAY['move'::text, 'tag'::text, 'both'::text]))),
  constraint email_folders_folder_name_check CHECK (((length(folder_name) >= 1) AND (length(folder_name) <= 255))),
  constraint email_folders_instructions_check CHECK ((length(instructions) <= 4000)),
  constraint email_folders_resembles_check CHECK ((resembles = ANY (ARRAY['drafts'::text, 'sent'::text, 'deleted'::text, 'junk'::text]))),
  constraint email_folders_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint email_folders_parent_folder_id_fkey FOREIGN KEY (parent_folder_id) REFERENCES email_folders(id) ON DELETE SET NULL,
  constraint email_folders_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint email_folders_pkey PRIMARY KEY (id),
  constraint email_folders_mailbox_id_provider_folder_id_key UNIQUE (mailbox_id, provider_folder_id)
);
CREATE INDEX email_folders_by_name ON public.email_folders USING btree (mailbox_id, folder_name);
CREATE INDEX email_folders_parent ON public.email_folders USING btree (parent_folder_id);
CREATE INDEX email_folders_user ON public.email_folders USING btree (user_id);
CREATE TRIGGER publish_change AFTER UPDATE OF active, include_in_ai, include_security_email, instructions, file_when, file_delay_minutes, file_latest_hours, file_hours, filing, mark_as_read, set_flag ON public.email_folders FOR EACH ROW WHEN ((((((((((((old.active IS DISTINCT FROM new.active) OR (old.include_in_ai IS DISTINCT FROM new.include_in_ai)) OR (old.include_security_email IS DISTINCT FROM new.include_security_email)) OR (old.instructions IS DISTINCT FROM new.instructions)) OR (old.file_when IS DISTINCT FROM new.file_when)) OR (old.file_delay_minutes IS DISTINCT FROM new.file_delay_minutes)) OR (old.file_latest_hours IS DISTINCT FROM new.file_latest_hours)) OR (old.file_hours IS DISTINCT FROM new.file_hours)) OR (old.filing IS DISTINCT FROM new.filing)) OR (old.mark_as_read IS DISTINCT FROM new.mark_as_read)) OR (old.set_flag IS DISTINCT FROM new.set_flag))) EXECUTE FUNCTION app.publish_folder_change();
CREATE TRIGGER set_instructions_changed_at BEFORE UPDATE OF instructions ON public.email_folders FOR EACH ROW WHEN ((old.instructions IS DISTINCT FROM new.instructions)) EXECUTE FUNCTION app.set_instructions_changed_at();
CREATE TRIGGER set_renamed_at BEFORE UPDATE OF folder_name, path ON public.email_folders FOR EACH ROW WHEN (((old.folder_name IS DISTINCT FROM new.folder_name) OR (old.path IS DISTINCT FROM new.path))) EXECUTE FUNCTION app.set_renamed_at();
CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.email_folders FOR EACH ROW EXECUTE FUNCTION app.set_updated_at();
alter table public.email_folders enable row level security;
alter table public.email_folders force row level security;
create policy owner_changes on public.email_folders for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check ((user_id = ( SELECT auth.uid() AS uid)));
create policy owner_reads on public.email_folders for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy service on public.email_folders for all to service_role
  using (true)
  with check (true);
grant select, update (active, file_delay_minutes, file_hours, file_latest_hours, file_when, filing, include_in_ai, include_security_email, instructions, mark_as_read, set_flag) on public.email_folders to authenticated;
grant delete, insert, select, update on public.email_folders to service_role;

create table public.email_processing_logs (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  mailbox_id uuid not null,
  message_id text not null,
  internet_message_id text,
  conversation_id text,
  subject text,
  from_address text,
  from_name text,
  received_at timestamp with time zone,
  processed_at timestamp with time zone not null default now(),
  status text not null,
  target_folder_id uuid,
  classification_confidence double precision,
  decided_by text,
  reason text,
  explanation text,
  counted_month date,
  moved_at timestamp with time zone,
  attempts integer not null default 0,
  created_at timestamp with time zone not null default now(),
  evidence jsonb not null default '[]'::jsonb,
  runner_up_folder_id uuid,
  runner_up_confidence double precision,
  corrected_at timestamp with time zone,
  corrected_from_folder_id uuid,
  asked_model boolean not null default false,
  backfill_id uuid,
  before_correction jsonb,
  decision_basis text,
  second_choice_folder_id uuid,
  actions_held boolean not null default false,
  list_id text,
  email_kind text,
  file_at timestamp with time zone,
  file_once_read boolean not null default false,
  read_at timestamp with time zone,
  has_code boolean not null default false,
  filing_requested boolean not null default false,
  stays_in_inbox boolean not null default false,
  category text,
  is_tagged boolean not null default false,
  former_category text,
  constraint email_processing_logs_before_correction_check CHECK ((jsonb_typeof(before_correction) = 'object'::text)),
  constraint email_processing_logs_category_check CHECK ((length(category) <= 255)),
  constraint email_processing_logs_check CHECK (((status = 'processing'::text) OR (reason IS NOT NULL))),
  constraint email_processing_logs_classification_confidence_check CHECK (((classification_confidence >= (0)::double precision) AND (classification_confidence <= (1)::double precision))),
  constraint email_processing_logs_decided_by_check CHECK ((decided_by = ANY (ARRAY['condition'::text, 'correction'::text, 'known_person'::text, 'security'::text, 'classifier'::text, 'model'::text, 'user'::text]))),
  constraint email_processing_logs_decision_basis_check CHECK ((decision_basis = ANY (ARRAY['instructions'::text, 'learning'::text]))),
  constraint email_processing_logs_evidence_check CHECK (((jsonb_typeof(evidence) = 'array'::text) AND (jsonb_array_length(evidence) <= 6))),
  constraint email_processing_logs_explanation_check CHECK ((length(explanation) <= 500)),
  constraint email_processing_logs_former_category_check CHECK ((length(former_category) <= 255)),
  constraint email_processing_logs_reason_check CHECK ((reason = ANY (ARRAY['sorted'::text, 'assigned'::text, 'limit'::text, 'known_person'::text, 'no_match'::text, 'low_confidence'::text, 'name_only'::text, 'instructions_pasted'::text, 'instructions_conflict'::text, 'model_invalid'::text, 'model_down'::text, 'budget'::text, 'auth'::text, 'gone'::text, 'user_moved'::text, 'disabled'::text, 'poison'::text, 'too_large'::text, 'own_mail'::text, 'preview'::text, 'sign_in_code'::text, 'account_security'::text, 'phishing'::text, 'delayed'::text]))),
  constraint email_processing_logs_runner_up_confidence_check CHECK (((runner_up_confidence >= (0)::double precision) AND (runner_up_confidence <= (1)::double precision))),
  constraint email_processing_logs_status_check CHECK ((status = ANY (ARRAY['processing'::text, 'processed'::text, 'left'::text, 'limit_reached'::text, 'failed'::text]))),
  constraint email_processing_logs_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint email_processing_logs_target_folder_id_fkey FOREIGN KEY (target_folder_id) REFERENCES email_folders(id) ON DELETE SET NULL,
  constraint email_processing_logs_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint email_processing_logs_pkey PRIMARY KEY (id),
  constraint email_processing_logs_mailbox_id_message_id_key UNIQUE (mailbox_id, message_id)
);
CREATE INDEX email_processing_logs_backfill ON public.email_processing_logs USING btree (backfill_id) WHERE (backfill_id IS NOT NULL);
CREATE INDEX email_processing_logs_folder_newest ON public.email_processing_logs USING btree (target_folder_id, user_id, processed_at DESC);
CREATE INDEX email_processing_logs_mailbox_newest ON public.email_processing_logs USING btree (mailbox_id, user_id, processed_at DESC);
CREATE INDEX email_processing_logs_newest ON public.email_processing_logs USING btree (user_id, processed_at DESC);
CREATE INDEX email_processing_logs_previewed ON public.email_processing_logs USING btree (mailbox_id, processed_at) WHERE ((status = 'left'::text) AND (reason = 'preview'::text));
CREATE INDEX email_processing_logs_status ON public.email_processing_logs USING btree (user_id, status, processed_at DESC);
CREATE INDEX email_processing_logs_tagged ON public.email_processing_logs USING btree (mailbox_id, received_at) WHERE (stays_in_inbox AND (status = 'processed'::text));
CREATE INDEX email_processing_logs_to_file ON public.email_processing_logs USING btree (mailbox_id) WHERE ((status = 'left'::text) AND (reason = 'delayed'::text));
CREATE INDEX email_processing_logs_unredacted ON public.email_processing_logs USING btree (processed_at) WHERE ((subject IS NOT NULL) OR (from_address IS NOT NULL) OR (explanation IS NOT NULL) OR (evidence <> '[]'::jsonb) OR (before_correction IS NOT NULL));
CREATE INDEX email_processing_logs_waiting ON public.email_processing_logs USING btree (user_id, received_at) WHERE (status = 'limit_reached'::text);
alter table public.email_processing_logs enable row level security;
alter table public.email_processing_logs force row level security;
create policy owner_reads on public.email_processing_logs for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy service on public.email_processing_logs for all to service_role
  using (true)
  with check (true);
grant select on public.email_processing_logs to authenticated;
grant delete, insert, select, update on public.email_processing_logs to service_role;

create table public.mailboxes (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  name text not null default 'Primary Mailbox'::text,
  email_address text not null,
  provider text not null default 'microsoft'::text,
  provider_tenant_id text not null,
  provider_account_id text not null,
  status text not null default 'active'::text,
  real_time boolean not null default false,
  confidence_threshold double precision not null default 0.6,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  when_unsure text not null default 'leave'::text,
  actions_paused boolean not null default false,
  act_on_filed boolean not null default false,
  act_on_filed_since timestamp with time zone,
  keep_known_people boolean not null default true,
  preview_until timestamp with time zone,
  ask_model boolean not null default true,
  stopped_at timestamp with time zone,
  stop_emailed boolean not null default false,
  file_when text not null default 'at_once'::text,
  file_delay_minutes integer not null default 5,
  file_latest_hours integer not null default 24,
  file_hours integer[] not null default '{8,18}'::integer[],
  follow_up_days integer,
  constraint mailboxes_confidence_threshold_check CHECK (((confidence_threshold >= (0)::double precision) AND (confidence_threshold <= (1)::double precision))),
  constraint mailboxes_file_delay_minutes_check CHECK (((file_delay_minutes >= 0) AND (file_delay_minutes <= 60))),
  constraint mailboxes_file_hours_check CHECK (((file_hours <@ '{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23}'::integer[]) AND (array_ndims(file_hours) = 1) AND ((cardinality(file_hours) >= 1) AND (cardinality(file_hours) <= 4)))),
  constraint mailboxes_file_latest_hours_check CHECK (((file_latest_hours >= 1) AND (file_latest_hours <= 168))),
  constraint mailboxes_file_when_check CHECK ((file_when = ANY (ARRAY['at_once'::text, 'after_read'::text, 'by_latest'::text, 'at_hours'::text]))),
  constraint mailboxes_follow_up_days_check CHECK (((follow_up_days >= 1) AND (follow_up_days <= 30))),
  constraint mailboxes_name_check CHECK (((length(name) >= 1) AND (length(name) <= 255))),
  constraint mailboxes_provider_check CHECK ((provider = ANY (ARRAY['microsoft'::text, 'imap'::text]))),
  constraint mailboxes_status_check CHECK ((status = ANY (ARRAY['active'::text, 'reauth_required'::text, 'unavailable'::text]))),
  constraint mailboxes_when_unsure_check CHECK ((when_unsure = ANY (ARRAY['leave'::text, 'categorize'::text]))),
  constraint mailboxes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint mailboxes_pkey PRIMARY KEY (id),
  constraint mailboxes_provider_provider_tenant_id_provider_account_id_key UNIQUE (provider, provider_tenant_id, provider_account_id)
);
CREATE INDEX mailboxes_user ON public.mailboxes USING btree (user_id);
CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.mailboxes FOR EACH ROW EXECUTE FUNCTION app.set_updated_at();
alter table public.mailboxes enable row level security;
alter table public.mailboxes force row level security;
create policy owner_reads on public.mailboxes for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy service on public.mailboxes for all to service_role
  using (true)
  with check (true);
grant select on public.mailboxes to authenticated;
grant delete, insert, select, update on public.mailboxes to service_role;

create table public.notifications (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  kind text not null,
  key text not null,
  mailbox_id uuid,
  count integer,
  read_at timestamp with time zone,
  created_at timestamp with time zone not null,
  provider text,
  address text,
  folder_id uuid,
  destination text,
  constraint notifications_address_check CHECK ((length(address) <= 254)),
  constraint notifications_count_check CHECK ((count >= 0)),
  constraint notifications_destination_check CHECK ((length(destination) <= 1000)),
  constraint notifications_key_check CHECK ((length(key) <= 100)),
  constraint notifications_kind_check CHECK ((kind = ANY (ARRAY['mailbox_needs_sign_in'::text, 'mailbox_unavailable'::text, 'connection_needs_sign_in'::text, 'limit_near'::text, 'limit_reached'::text, 'payment_failed'::text, 'action_failed'::text, 'actions_retried'::text, 'sorted_while_away'::text, 'forward_address_requested'::text, 'forward_address_confirmed'::text, 'folder_recreated'::text, 'folder_deleted'::text, 'hourly_limit_reached'::text, 'file_destination_changed'::text, 'mass_move'::text]))),
  constraint notifications_provider_check CHECK ((provider = ANY (ARRAY['dropbox'::text, 'google_drive'::text, 'onedrive'::text, 'teamleader'::text]))),
  constraint notifications_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES email_folders(id) ON DELETE CASCADE,
  constraint notifications_mailbox_id_fkey FOREIGN KEY (mailbox_id) REFERENCES mailboxes(id) ON DELETE CASCADE,
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_user_id_kind_key_key UNIQUE (user_id, kind, key)
);
CREATE INDEX notifications_folder ON public.notifications USING btree (folder_id);
CREATE INDEX notifications_mailbox ON public.notifications USING btree (mailbox_id);
CREATE INDEX notifications_newest ON public.notifications USING btree (user_id, created_at DESC);
alter table public.notifications enable row level security;
alter table public.notifications force row level security;
create policy owner_reads on public.notifications for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy service on public.notifications for all to service_role
  using (true)
  with check (true);
grant select on public.notifications to authenticated;
grant delete, insert, select, update on public.notifications to service_role;

create table public.plans (
  id uuid not null default gen_random_uuid(),
  name text not null,
  description text not null default ''::text,
  price_monthly integer not null,
  email_limit integer not null,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  constraint plans_email_limit_check CHECK ((email_limit >= 0)),
  constraint plans_price_monthly_check CHECK ((price_monthly >= 0)),
  constraint plans_pkey PRIMARY KEY (id),
  constraint plans_name_key UNIQUE (name)
);
alter table public.plans enable row level security;
alter table public.plans force row level security;
create policy public_reads on public.plans for select to anon, authenticated
  using (is_active);
create policy service on public.plans for all to service_role
  using (true)
  with check (true);
create policy subscriber_reads on public.plans for select to authenticated
  using ((EXISTS ( SELECT
   FROM subscriptions s
  WHERE ((s.plan_id = plans.id) AND (s.user_id = ( SELECT auth.uid() AS uid))))));
grant select on public.plans to anon;
grant select on public.plans to authenticated;
grant delete, insert, select, update on public.plans to service_role;

create table public.subscription_addons (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  subscription_id uuid not null,
  addon_id uuid not null,
  quantity integer not null,
  created_at timestamp with time zone not null default now(),
  constraint subscription_addons_quantity_check CHECK ((quantity > 0)),
  constraint subscription_addons_addon_id_fkey FOREIGN KEY (addon_id) REFERENCES addons(id),
  constraint subscription_addons_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id) ON DELETE CASCADE,
  constraint subscription_addons_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint subscription_addons_pkey PRIMARY KEY (id),
  constraint subscription_addons_subscription_id_addon_id_key UNIQUE (subscription_id, addon_id)
);
CREATE INDEX subscription_addons_addon ON public.subscription_addons USING btree (addon_id);
CREATE INDEX subscription_addons_user ON public.subscription_addons USING btree (user_id);
alter table public.subscription_addons enable row level security;
alter table public.subscription_addons force row level security;
create policy owner_reads on public.subscription_addons for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy service on public.subscription_addons for all to service_role
  using (true)
  with check (true);
grant select on public.subscription_addons to authenticated;
grant delete, insert, select, update on public.subscription_addons to service_role;

create table public.subscriptions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  plan_id uuid not null,
  status text not null,
  cancel_at_period_end boolean not null default false,
  stripe_customer_id text,
  stripe_subscription_id text,
  current_period_start timestamp with time zone,
  current_period_end timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  provider_status text,
  provider_synced_at timestamp with time zone,
  pending_update_expires_at timestamp with time zone,
  constraint subscriptions_provider_status_check CHECK ((length(provider_status) <= 40)),
  constraint subscriptions_status_check CHECK ((status = ANY (ARRAY['active'::text, 'canceled'::text, 'past_due'::text, 'incomplete'::text, 'trialing'::text, 'inactive'::text]))),
  constraint subscriptions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id),
  constraint subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_stripe_customer_id_key UNIQUE (stripe_customer_id),
  constraint subscriptions_stripe_subscription_id_key UNIQUE (stripe_subscription_id),
  constraint subscriptions_user_id_key UNIQUE (user_id)
);
CREATE INDEX subscriptions_plan ON public.subscriptions USING btree (plan_id);
CREATE TRIGGER refuse_change_of_paid_subscription BEFORE UPDATE ON public.subscriptions FOR EACH ROW WHEN (((old.stripe_subscription_id IS NOT NULL) AND (CURRENT_USER = ANY (ARRAY['anon'::name, 'authenticated'::name])))) EXECUTE FUNCTION app.refuse_change_of_paid_subscription();
CREATE TRIGGER set_updated_at BEFORE UPDATE ON public.subscriptions FOR EACH ROW EXECUTE FUNCTION app.set_updated_at();
alter table public.subscriptions enable row level security;
alter table public.subscriptions force row level security;
create policy owner_reads on public.subscriptions for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy owner_returns_to_free on public.subscriptions for update to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)))
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND (status = 'active'::text) AND (NOT cancel_at_period_end) AND (stripe_subscription_id IS NULL) AND app.is_free_plan(plan_id)));
create policy owner_starts_free on public.subscriptions for insert to authenticated
  with check (((user_id = ( SELECT auth.uid() AS uid)) AND (status = 'active'::text) AND (NOT cancel_at_period_end) AND (stripe_subscription_id IS NULL) AND app.is_free_plan(plan_id)));
create policy service on public.subscriptions for all to service_role
  using (true)
  with check (true);
grant insert (cancel_at_period_end, plan_id, status, user_id), select, update (plan_id, status, stripe_subscription_id, updated_at) on public.subscriptions to authenticated;
grant delete, insert, select, update on public.subscriptions to service_role;

create table public.usage (
  user_id uuid not null,
  month date not null,
  emails_processed integer not null default 0,
  constraint usage_emails_processed_check CHECK ((emails_processed >= 0)),
  constraint usage_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint usage_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE,
  constraint usage_pkey PRIMARY KEY (user_id, month)
);
alter table public.usage enable row level security;
alter table public.usage force row level security;
create policy owner_reads on public.usage for select to authenticated
  using ((user_id = ( SELECT auth.uid() AS uid)));
create policy service on public.usage for all to service_role
  using (true)
  with check (true);
grant select on public.usage to authenticated;
grant delete, insert, select, update on public.usage to service_role;
