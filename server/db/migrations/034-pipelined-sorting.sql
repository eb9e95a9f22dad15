-- Statements of a pipelined transaction cannot wait for each other's responses: a condition that must end the
-- transaction raises an error, and PostgreSQL then refuses the commit that was sent with it.

-- The worker's lease of the mailbox is locked until the transaction ends, or the transaction fails.
create function app.require_lease(mailbox uuid, token bigint) returns void language plpgsql set search_path = '' as $$
begin
  perform from app.mailbox_sync_states w where w.mailbox_id = mailbox and w.lease_token = token for share;
  if not found then raise exception 'another worker has the mailbox' using errcode = 'ML001'; end if;
end $$;

-- Counts one email while the user's total stays below a percentage of the monthly limit, or fails.
create function app.count_email_below(percent integer, owner uuid, in_month date) returns void
language plpgsql set search_path = '' as $$
declare
  used bigint;
begin
  insert into public.usage as u (user_id, month, emails_processed) values (owner, in_month, 1)
    on conflict (user_id, month) do update set emails_processed = u.emails_processed + 1
    returning emails_processed into used;
  if used * 100 >= app.email_limit_total(owner)::bigint * percent then
    raise exception 'the monthly limit is near' using errcode = 'ML002';
  end if;
end $$;

revoke all on function app.require_lease(uuid, bigint), app.count_email_below(integer, uuid, date) from public;
grant execute on function app.require_lease(uuid, bigint), app.count_email_below(integer, uuid, date) to service_role;
