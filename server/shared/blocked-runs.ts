import { sql, type RawBuilder } from 'kysely'
import type { Provider } from '../../contract/providers.ts'
import type { Tx } from '../db/database.ts'
import { mailboxSignIns } from './mailbox-sign-ins.ts'

/** The account that a run of an action needs: the message's mailbox, or a connected service of the user. */
export type RunAccount = 'mailbox' | Provider

/**
 * A failed run may be retried unless a later configuration of the same action has run for the message: its effect
 * would be repeated. `r`: the run.
 */
export const isNotSuperseded: RawBuilder<boolean> = sql`not exists (select from public.email_action_runs later
  where later.log_id = r.log_id and later.folder_action_id = r.folder_action_id
    and later.config_version > r.config_version)`

/**
 * The user has signed in again, since the attempt began, to the account whose refusal ended the run `r`. Compares
 * sign-ins, not times: a run may fail after the sign-in that it did not use yet.
 */
export const isUnblocked: RawBuilder<boolean> = sql`(r.blocked_by is not null and (
  exists (select from app.service_connections c where c.user_id = r.user_id and c.provider = r.blocked_by
    and c.status = 'active' and c.sign_in_id is distinct from r.blocked_sign_in_id)
  or (r.blocked_by = 'mailbox' and exists (
    select from public.mailboxes m join ${mailboxSignIns} s on s.mailbox_id = m.id
    where m.id = r.mailbox_id and m.status = 'active' and s.sign_in_id is distinct from r.blocked_sign_in_id
      and (r.reason <> 'sending_not_allowed' or s.sends)))))`

/** Number of runs that can be retried because the user has signed in to this account. */
export async function countUnblockedRuns(
  tx: Tx,
  { userId, account, mailboxId }: { userId: string; account: RunAccount; mailboxId: string | null },
): Promise<number> {
  const counted = await tx
    .selectFrom('email_action_runs as r')
    .select((eb) => eb.fn.countAll<number>().as('runs'))
    .where('r.user_id', '=', userId)
    .where('r.blocked_by', '=', account)
    .$if(mailboxId !== null, (query) => query.where('r.mailbox_id', '=', mailboxId))
    .where(isUnblocked)
    .where(isNotSuperseded)
    .executeTakeFirstOrThrow()
  return counted.runs
}

/** Users with such runs: of a retry that was cut off, or that ended before the run had failed. */
export const findUsersWithUnblockedRuns = (tx: Tx): Promise<{ userId: string }[]> =>
  tx
    .selectFrom('email_action_runs as r')
    .select('r.user_id as userId')
    .distinct()
    .where(isUnblocked)
    .where(isNotSuperseded)
    .orderBy('r.user_id')
    .execute()
