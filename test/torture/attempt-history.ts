import { queryDatabase } from './query-database.ts'

/** The product changed the number of attempts of a message, or of the actions of a message. */
export interface Attempt {
  messageId: string
  work: 'sorting' | 'actions'
  /** The node that had claimed the work. */
  node: number | null
  /** The new number: the next one where an attempt begins, zero or the former one where it did not count. */
  count: number
  at: Date
}

/**
 * The product keeps only the number of attempts. Triggers record each change in the transaction that makes it,
 * so that a crash of the database undoes both.
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
  create trigger record_attempt after update of attempts on app.inbox_events
    for each row when (old.attempts <> new.attempts) execute function torture.record_sorting_attempt();
  create trigger record_attempt after update of attempts on app.pending_action_messages
    for each row when (old.attempts <> new.attempts) execute function torture.record_actions_attempt();`

const history = `
  select coalesce(a.message_id, l.message_id) as "messageId",
    case when a.log_id is null then 'sorting' else 'actions' end as work, a.node::float8 as node, a.count, a.at
  from torture.attempts a left join public.email_processing_logs l on l.id = a.log_id
  where a.mailbox_id = $1 order by a.seq`

/** @param owner connection settings of the owner of the tables */
export const recordAttempts = (owner: object): Promise<object[]> => queryDatabase(owner, triggers)

/** @param offsetMs time of the run minus the database's */
export async function readAttempts(owner: object, mailboxId: string, offsetMs: number): Promise<Attempt[]> {
  const rows = await queryDatabase<Attempt>(owner, history, [mailboxId])
  return rows.map((row) => ({ ...row, at: new Date(row.at.getTime() + offsetMs) }))
}
