import { queryDatabase } from './query-database.ts'

/** An attempt of a message, or of the actions of a message, began or ended. */
export interface AttemptChange {
  messageId: string
  work: 'sorting' | 'actions'
  /** The node that has claimed the work. */
  node: number | null
  /**
   * The number of attempts: the next one where an attempt begins; the same where it ended and counts, because the work
   * was postponed or taken over; zero or the former one where it did not count.
   */
  count: number
  at: Date
}

/**
 * The product keeps only the number of attempts. Triggers record each change in the transaction that makes it,
 * so that a crash of the database undoes both. Only the end of an attempt changes when an event is due, or releases
 * a claim.
 */
const triggers = `
  create schema torture;
  create table torture.attempts (
    seq bigint generated always as identity primary key,
    mailbox_id uuid not null,
    message_id text,
    log_id uuid,
    node bigint,
    count integer not null,
    at timestamptz not null default clock_timestamp());
  create function torture.record_sorting_attempt() returns trigger language plpgsql security definer as $$
    begin
      insert into torture.attempts (mailbox_id, message_id, node, count)
        select new.mailbox_id, new.message_id, s.lease_node, new.attempts
        from app.mailbox_sync_states s where s.mailbox_id = new.mailbox_id;
      return null;
    end $$;
  create function torture.record_actions_attempt() returns trigger language plpgsql security definer as $$
    begin
      insert into torture.attempts (mailbox_id, log_id, node, count)
        values (new.mailbox_id, new.log_id, new.claim_node, new.attempts);
      return null;
    end $$;
  create function torture.record_takeover() returns trigger language plpgsql security definer as $$
    begin
      insert into torture.attempts (mailbox_id, message_id, node, count)
        select e.mailbox_id, e.message_id, new.lease_node, e.attempts
        from app.inbox_events e where e.mailbox_id = new.mailbox_id and e.attempts > 0;
      return null;
    end $$;
  create trigger record_attempt after update of attempts, due_at on app.inbox_events
    for each row when (old.attempts <> new.attempts or old.due_at <> new.due_at)
    execute function torture.record_sorting_attempt();
  create trigger record_takeover after update of lease_token on app.mailbox_sync_states
    for each row when (old.lease_token <> new.lease_token) execute function torture.record_takeover();
  create trigger record_attempt after update of attempts, claimed_until, claim_token on app.pending_action_messages
    for each row when (old.attempts <> new.attempts or new.claimed_until < old.claimed_until
      or old.claim_token <> new.claim_token)
    execute function torture.record_actions_attempt();`

const history = `
  select coalesce(a.message_id, l.message_id) as "messageId",
    case when a.log_id is null then 'sorting' else 'actions' end as work, a.node::float8 as node, a.count, a.at
  from torture.attempts a left join public.email_processing_logs l on l.id = a.log_id
  where a.mailbox_id = $1 order by a.seq`

/** @param owner connection settings of the owner of the tables */
export const recordAttempts = (owner: object): Promise<object[]> => queryDatabase(owner, triggers)

/** @param offsetMs time of the run minus the database's */
export async function readAttempts(owner: object, mailboxId: string, offsetMs: number): Promise<AttemptChange[]> {
  const rows = await queryDatabase<AttemptChange>(owner, history, [mailboxId])
  return rows.map((row) => ({ ...row, at: new Date(row.at.getTime() + offsetMs) }))
}
