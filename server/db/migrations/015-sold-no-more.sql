-- An add-on that is no longer sold is still read by those who have booked it: they pay for it, and it counts towards their limit.
create policy subscriber_reads on public.addons for select to authenticated using (
  exists (select from public.subscription_addons s where s.addon_id = addons.id and s.user_id = (select auth.uid())));
