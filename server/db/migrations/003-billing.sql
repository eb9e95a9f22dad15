-- Plans, subscriptions and monthly usage. Prices in US cents, limits in emails per month.
create table public.plans (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  description text not null default '',
  price_monthly integer not null check (price_monthly >= 0),
  email_limit integer not null check (email_limit >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);

create table public.addons (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  description text not null default '',
  price_monthly integer not null check (price_monthly >= 0),
  email_limit integer not null check (email_limit >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);

create table public.subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references auth.users on delete cascade,
  plan_id uuid not null references public.plans,
  status text not null check (status in ('active', 'canceled', 'past_due', 'incomplete', 'trialing', 'inactive')),
  cancel_at_period_end boolean not null default false,
  stripe_customer_id text unique,
  stripe_subscription_id text unique,
  current_period_start timestamptz,
  current_period_end timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index subscriptions_plan on public.subscriptions (plan_id);
create trigger touch before update on public.subscriptions for each row execute function app.touch_updated_at();

create table public.subscription_addons (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  subscription_id uuid not null references public.subscriptions on delete cascade,
  addon_id uuid not null references public.addons,
  quantity integer not null check (quantity > 0),
  created_at timestamptz not null default now(),
  unique (subscription_id, addon_id)
);
create index subscription_addons_user on public.subscription_addons (user_id);
create index subscription_addons_addon on public.subscription_addons (addon_id);

create table public.usage (
  user_id uuid not null references auth.users on delete cascade,
  month date not null check (extract(day from month) = 1),
  emails_processed integer not null default 0 check (emails_processed >= 0),
  primary key (user_id, month)
);

-- The monthly limit: the limit of the plan, or of the free plan where no subscription counts, plus the limits of the
-- add-ons.
-- past_due keeps the plan until the payment provider gives up.
create function app.email_limit_total(owner uuid) returns integer language sql stable as $$
  select coalesce(
    (select p.email_limit + coalesce((select sum(a.email_limit * sa.quantity)
                                      from public.subscription_addons sa join public.addons a on a.id = sa.addon_id
                                      where sa.subscription_id = s.id), 0)
     from public.subscriptions s join public.plans p on p.id = s.plan_id
     where s.user_id = owner and s.status in ('active', 'trialing', 'past_due')),
    (select email_limit from public.plans where price_monthly = 0 and is_active order by created_at, id limit 1),
    0)::integer
$$;
grant execute on function app.email_limit_total(uuid) to service_role;

-- Called by the policies below with the caller's rights, since every user may see the plans on sale. With the owner's
-- rights it would see none where the owner is no superuser, because the policies are forced.
create function app.is_free_plan(plan uuid) returns boolean language sql stable set search_path = '' as
$$ select exists (select from public.plans where id = plan and price_monthly = 0 and is_active) $$;
grant usage on schema app to authenticated;
grant execute on function app.is_free_plan(uuid) to authenticated;

do $$
declare t text;
begin
  foreach t in array array['plans', 'addons', 'subscriptions', 'subscription_addons', 'usage'] loop
    execute format('alter table public.%I enable row level security', t);
    execute format('alter table public.%I force row level security', t);
    execute format('grant select, insert, update, delete on public.%I to service_role', t);
    execute format('create policy service on public.%I to service_role using (true) with check (true)', t);
  end loop;
end $$;

grant select on public.plans, public.addons to anon, authenticated;
create policy everybody_reads on public.plans for select to anon, authenticated using (is_active);
-- A plan that is no longer sold stays visible to its subscribers.
create policy subscriber_reads on public.plans for select to authenticated using (
  exists (select from public.subscriptions s where s.plan_id = plans.id and s.user_id = (select auth.uid())));
create policy everybody_reads on public.addons for select to anon, authenticated using (is_active);

grant select on public.subscriptions, public.subscription_addons, public.usage to authenticated;
create policy owner_reads on public.subscriptions for select to authenticated using (user_id = (select auth.uid()));
create policy owner_reads on public.subscription_addons for select to authenticated
  using (user_id = (select auth.uid()));
create policy owner_reads on public.usage for select to authenticated using (user_id = (select auth.uid()));

-- A client may only create, or return to, the row of the free plan.
grant insert (user_id, plan_id, status, cancel_at_period_end) on public.subscriptions to authenticated;
grant update (plan_id, status, stripe_subscription_id, updated_at) on public.subscriptions to authenticated;
create policy owner_starts_free on public.subscriptions for insert to authenticated with check (
  user_id = (select auth.uid()) and status = 'active' and not cancel_at_period_end
  and stripe_subscription_id is null and app.is_free_plan(plan_id));
create policy owner_returns_to_free on public.subscriptions for update to authenticated
  using (user_id = (select auth.uid()) and stripe_subscription_id is null)
  with check (user_id = (select auth.uid()) and status = 'active' and not cancel_at_period_end
    and stripe_subscription_id is null and app.is_free_plan(plan_id));
