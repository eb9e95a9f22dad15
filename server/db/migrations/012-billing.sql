-- Links our plans, add-ons and users to Stripe; see docs/decisions/014-billing.md. The page reads public.subscriptions;
-- ids of Stripe that no client needs are in app.
alter table public.subscriptions
  -- Stripe's status verbatim; `status` is our interpretation.
  add column provider_status text check (length(provider_status) <= 40),
  -- When the subscription was read from Stripe: an earlier read never overwrites a later one.
  add column provider_synced_at timestamptz,
  -- An add-on change waits for its payment until then; the limit rises only afterwards.
  add column pending_update_expires_at timestamptz;

-- A user's Stripe customer. Every change at Stripe holds the user's lock (server/billing/customers/billing-lock.ts).
create table app.billing_customers (
  user_id uuid primary key references auth.users on delete cascade,
  -- The Stripe environment; its ids are meaningless in another one.
  mode text not null check (mode in ('live', 'test', 'sandbox')),
  -- Null until the customer is created, and again after it was deleted at Stripe.
  stripe_customer_id text unique check (length(stripe_customer_id) <= 255),
  -- Part of the idempotency key: increases with each customer that replaces a lost one.
  generation integer not null default 1,
  -- Stripe has to be read again while syncs_wanted is ahead of syncs_done.
  syncs_wanted integer not null default 0,
  syncs_done integer not null default 0,
  sync_attempts integer not null default 0,
  next_sync_at timestamptz not null default '-infinity',
  created_at timestamptz not null
);
create index billing_customers_due on app.billing_customers (next_sync_at) where syncs_wanted > syncs_done;

-- A purchase or change, from the click on; its id is the idempotency key at Stripe.
create table app.checkout_attempts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('plan', 'addons')),
  -- { "planId": …, "addons": [{ "id": …, "quantity": … }] }
  cart jsonb not null check (jsonb_typeof(cart) = 'object' and pg_column_size(cart) <= 16384),
  stripe_session_id text unique check (length(stripe_session_id) <= 255),
  state text not null default 'open' check (state in ('open', 'done', 'expired', 'failed')),
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index checkout_attempts_user on app.checkout_attempts (user_id);
create index checkout_attempts_open on app.checkout_attempts (expires_at) where state = 'open';

-- Every Stripe event, once. An event says which customer to read, never what is true; that is read from Stripe. So no
-- payload is stored.
create table app.stripe_events (
  id text primary key check (length(id) between 1 and 255),
  type text not null check (length(type) <= 100),
  stripe_created_at timestamptz not null,
  api_version text check (length(api_version) <= 60),
  livemode boolean not null,
  stripe_customer_id text check (length(stripe_customer_id) <= 255),
  state text not null check (state in ('used', 'ignored')),
  received_at timestamptz not null
);
create index stripe_events_age on app.stripe_events (received_at);
create index stripe_events_customer on app.stripe_events (stripe_customer_id);

-- The plan or add-on of each Stripe price. An old price keeps its row, since users may still pay it.
create table app.stripe_prices (
  stripe_price_id text primary key check (length(stripe_price_id) <= 255),
  stripe_product_id text not null check (length(stripe_product_id) <= 255),
  mode text not null check (mode in ('live', 'test', 'sandbox')),
  plan_id uuid references public.plans on delete cascade,
  addon_id uuid references public.addons on delete cascade,
  -- US cents per month.
  unit_amount integer not null check (unit_amount > 0),
  is_current boolean not null,
  check ((plan_id is null) <> (addon_id is null))
);
create unique index stripe_prices_plan on app.stripe_prices (mode, plan_id) where is_current;
create unique index stripe_prices_addon on app.stripe_prices (mode, addon_id) where is_current;
create index stripe_prices_plan_any on app.stripe_prices (plan_id);
create index stripe_prices_addon_any on app.stripe_prices (addon_id);

-- What `npm run stripe:setup` created besides the prices.
create table app.stripe_setups (
  mode text primary key check (mode in ('live', 'test', 'sandbox')),
  portal_configuration_id text not null check (length(portal_configuration_id) <= 255),
  done_at timestamptz not null
);

-- Customers of deleted accounts, until they are closed at Stripe. No owner: the row outlives the account.
create table app.ended_customers (
  stripe_customer_id text primary key check (length(stripe_customer_id) <= 255),
  mode text not null check (mode in ('live', 'test', 'sandbox')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null
);

alter table public.notifications drop constraint notifications_kind_check;
alter table public.notifications add constraint notifications_kind_check
  check (kind in ('mailbox_needs_sign_in', 'connection_needs_sign_in', 'limit_near', 'limit_reached', 'payment_failed',
    'action_failed',
                  'sorted_while_away'));

-- Messages that stayed in the inbox at the limit and that the user wants sorted now; new messages go first.
alter table app.inbox_events drop constraint inbox_events_source_check;
alter table app.inbox_events add constraint inbox_events_source_check check (source in ('notification', 'delta',
  'manual', 'waiting'));
create index email_processing_logs_waiting on public.email_processing_logs (user_id, received_at) where status =
  'limit_reached';

do $$
declare t text;
begin
  foreach t in array array['billing_customers', 'checkout_attempts', 'stripe_events', 'stripe_prices', 'stripe_setups',
    'ended_customers'] loop
    execute format('alter table app.%I enable row level security', t);
    execute format('alter table app.%I force row level security', t);
    execute format('grant select, insert, update, delete on app.%I to service_role', t);
    execute format('create policy service on app.%I to service_role using (true) with check (true)', t);
  end loop;
end $$;
