-- A client that changes the row of a paid subscription gets an error instead of an update of no rows: Stripe would go
-- on charging. The policy no longer hides the row from the update, so that the trigger refuses it.
create function app.refuse_change_of_paid_subscription() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'A paid subscription is changed or canceled at Stripe only' using errcode = '42501';
end $$;
-- `current_user` of a condition is the role of the statement: the server changes rows as `service_role`.
create trigger refuse_change_of_paid_subscription before update on public.subscriptions for each row
  when (old.stripe_subscription_id is not null and current_user in ('anon', 'authenticated'))
  execute function app.refuse_change_of_paid_subscription();
alter policy owner_returns_to_free on public.subscriptions using (user_id = (select auth.uid()));
