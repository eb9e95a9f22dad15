import { sql } from 'kysely'
import { later } from '../../clock.ts'
import type { Tx } from '../../db/database.ts'
import { forwardAnswerMs } from '../../limits.ts'
import { vendorClockGraceMs } from '../limits.ts'
import type { RecentForward } from './answer-chain.ts'

/** The newest emails of a sender that show whether it is known. */
const senderHistoryMaxEmails = 200

const hourMs = 60 * 60_000

/** An email of the history. */
export interface AboutEmail {
  userId: string
  logId: string
  /** See `ActionTarget`. */
  isRequested?: boolean
}

/** Forwards of other emails in the hour before one was received, newest first. */
export async function findRecentForwards(
  tx: Tx,
  { userId, logId }: AboutEmail,
  receivedAt: Date,
): Promise<RecentForward[]> {
  const { rows } = await sql<RecentForward>`
    select l.id as "logId", e.address, e.counted_at as "countedAt", l.from_address as sender,
      coalesce(l.subject, '') as subject, l.received_at as "receivedAt", l.processed_at as "processedAt"
    from app.automatic_emails e
    join public.email_action_runs r on r.id = e.run_id
    join public.email_processing_logs l on l.id = r.log_id
    where e.user_id = ${userId}::uuid and e.kind = 'forward'
      and e.counted_at > ${later(receivedAt, -hourMs)}::timestamptz
      and e.counted_at < ${later(receivedAt, vendorClockGraceMs)}::timestamptz
      and l.id <> ${logId}::uuid and l.from_address is not null and l.received_at is not null
    order by e.counted_at desc, l.received_at desc`.execute(tx)
  return rows
}

export interface SenderHistory {
  /** There is another email that answers no forward. */
  wroteBefore: boolean
  /** One of its emails was recognised as the answer to a forward. */
  answeredBefore: boolean
}

/**
 * What the newest emails of a sender show.
 * @param organization see `organizationOf`
 * @param exceptLogIds emails that do not make it known
 */
export async function findSenderHistory(
  tx: Tx,
  userId: string,
  { organization, exceptLogIds }: { organization: string; exceptLogIds: string[] },
  now: Date,
): Promise<SenderHistory> {
  const address = sql`lower(l.from_address)`
  const { rows } = await sql<SenderHistory>`
    select coalesce(bool_or(answers), false) as "answeredBefore",
      coalesce(bool_or(not answers and not id = any(${exceptLogIds}::uuid[])), false) as "wroteBefore"
    from (
      select l.id, exists (select from public.email_action_runs r
        where r.log_id = l.id and r.reason = 'answers_forward') as answers
      from public.email_processing_logs l
      where l.user_id = ${userId}::uuid and l.processed_at > ${later(now, -forwardAnswerMs)}::timestamptz
        and (${address} = ${organization}
          or right(${address}, length(${organization}) + 1) in (${`@${organization}`}, ${`.${organization}`}))
      order by l.processed_at desc limit ${senderHistoryMaxEmails}) newest`.execute(tx)
  return rows[0] ?? { wroteBefore: false, answeredBefore: false }
}
