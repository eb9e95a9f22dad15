-- An add-on that is no longer sold stays readable for its subscribers, who pay for it and keep its limit.
create policy subscriber_reads on public.addons for select to authenticated using (
  exists (select from public.subscription_addons s where s.addon_id = addons.id and s.user_id = (select auth.uid())));
