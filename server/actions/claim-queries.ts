import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** The right to work on a mail's actions. The token rises with each holder (invariant I12). */
export interface Claim {
  logId: string
  token: number
}

/** Longer than any one call of a run may take; the database's clock counts, so no node's clock can err. */
const claimLength = sql`interval '3 minutes'`
const never = sql<Date>`'-infinity'`

/** What is looked after at once, and how much of it for one mailbox: its backlog must not keep the others waiting (invariant I13). */
const most = 1000
const mostOfMailbox = 25

/** Makes a mail one to act on; asked again it is due at once. Takes the row's lock, which whoever finishes the mail waits for. */
export async function putMail(tx: Tx, logId: string, now: Date): Promise<void> {
  await sql`
    insert into app.mails_to_act_on as m (log_id, user_id, mailbox_id, next_attempt_at, created_at)
    select l.id, l.user_id, l.mailbox_id, ${now}::timestamptz, ${now}::timestamptz
    from public.email_processing_logs l where l.id = ${logId}::uuid
    on conflict (log_id) do update set next_attempt_at = least(m.next_attempt_at, excluded.next_attempt_at),
      attempts = 0, trying_since = null`.execute(tx)
}

/** @returns null where nothing is due for this mail, or somebody else works on it */
export async function claimMail(tx: Tx, logId: string, now: Date): Promise<Claim | null> {
  const row = await tx
    .updateTable('app.mails_to_act_on as m')
    .set({ token: sql`m.token + 1`, claimed_until: sql`now() + ${claimLength}` })
    .where('m.log_id', '=', logId)
    .where('m.next_attempt_at', '<=', now)
    .where(sql<boolean>`m.claimed_until <= now()`)
    .returning('m.token')
    .executeTakeFirst()
  return row ? { logId, token: row.token } : null
}

/** Makes the claim longer, and holds the row until the transaction ends. @returns false where another worker has the mail */
export async function extendClaim(tx: Tx, { logId, token }: Claim): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app.mails_to_act_on')
    .set({ claimed_until: sql`now() + ${claimLength}` })
    .where('log_id', '=', logId)
    .where('token', '=', token)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Counts a try of the action that is next, before it begins: one that kills the process is found out (invariant I14). */
export async function countTry(
  tx: Tx,
  { logId, token }: Claim,
  now: Date,
): Promise<{ attempts: number; since: Date } | null> {
  const row = await tx
    .updateTable('app.mails_to_act_on')
    .set({ attempts: sql`attempts + 1`, trying_since: sql`coalesce(trying_since, ${now}::timestamptz)` })
    .where('log_id', '=', logId)
    .where('token', '=', token)
    .returning(['attempts', 'trying_since'])
    .executeTakeFirst()
  return row ? { attempts: row.attempts, since: row.trying_since ?? now } : null
}

/** The action that is next begins anew, or the next one does. @returns false where another worker has the mail */
export async function forgetTries(tx: Tx, { logId, token }: Claim): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app.mails_to_act_on')
    .set({ attempts: 0, trying_since: null })
    .where('log_id', '=', logId)
    .where('token', '=', token)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Lets the mail lie until a moment. @param countTry false where nothing was tried: somebody had asked us to wait
 * @returns false where another worker has it
 */
export async function postponeMail(
  tx: Tx,
  { logId, token }: Claim,
  { until, countTry }: { until: Date; countTry: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app.mails_to_act_on')
    .set({
      next_attempt_at: until,
      claimed_until: never,
      ...(countTry ? {} : { attempts: sql`greatest(attempts - 1, 0)` }),
    })
    .where('log_id', '=', logId)
    .where('token', '=', token)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** All actions of the mail are at their end. @returns its mailbox; null where another worker has the mail */
export async function removeMail(tx: Tx, { logId, token }: Claim): Promise<string | null> {
  const removed = tx.deleteFrom('app.mails_to_act_on').where('log_id', '=', logId).where('token', '=', token)
  return (await removed.returning('mailbox_id').executeTakeFirst())?.mailbox_id ?? null
}

/** The mail of a mailbox that has waited longest among those that are due and that nobody holds; null where there is none. */
export async function nextDueOf(tx: Tx, mailboxId: string, now: Date): Promise<string | null> {
  const row = await tx
    .selectFrom('app.mails_to_act_on')
    .select('log_id')
    .where('mailbox_id', '=', mailboxId)
    .where('next_attempt_at', '<=', now)
    .where(sql<boolean>`claimed_until <= now()`)
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst()
  return row?.log_id ?? null
}

/** Mails whose time has come and that nobody holds: after a wait, a pause, a stop, or a worker that died. The longest waiting first. */
export async function dueMails(tx: Tx, now: Date): Promise<string[]> {
  const { rows } = await sql<{ log_id: string }>`
    select log_id from (
      select m.log_id, m.next_attempt_at, row_number() over (partition by m.mailbox_id order by m.next_attempt_at) as place
      from app.mails_to_act_on m
      join public.mailboxes b on b.id = m.mailbox_id
      left join app.mailbox_work w on w.mailbox_id = m.mailbox_id
      where m.next_attempt_at <= ${now} and m.claimed_until <= now() and not b.actions_paused
        and (w.paused_until is null or w.paused_until <= ${now})
        and not exists (select from app.automation_switch s where s.stopped)) due
    where place <= ${mostOfMailbox} order by next_attempt_at limit ${most}`.execute(tx)
  return rows.map((row) => row.log_id)
}
