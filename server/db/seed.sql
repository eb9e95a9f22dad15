-- Data of every installation: plans, add-ons. Runs after each migration and changes nothing that exists.
-- Prices and limits repeat `initialPlans` and `initialAddons` of contract/limits.ts; server/db/defaults.test.ts
-- compares them.
insert into public.plans (name, description, price_monthly, email_limit) values
  ('Free', 'For trying it out', 0, 100),
  ('Pro', 'For a busy inbox', 1900, 5000),
  ('Business', 'For people who live in their mail', 4900, 25000)
on conflict (name) do nothing;

insert into public.addons (name, description, price_monthly, email_limit) values
  ('1,000 more emails', 'Adds 1,000 emails a month', 500, 1000),
  ('2,500 more emails', 'Adds 2,500 emails a month', 900, 2500)
on conflict (name) do nothing;
