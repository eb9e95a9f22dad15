import { sql } from 'kysely'
import { addMs } from '../../clock.ts'
import type { Tx } from '../../db/database.ts'
import { forwardAnswerMs } from '../../limits.ts'
import { vendorClockGraceMs } from '../limits.ts'
import type { RecentForward } from './answer-chain.ts'

/** The newest emails of a sender that show whether it is known. */
const senderHistoryMaxEmails = 200

/** For how long several signs in its subject, its text and its sender show that an email answers a forward. */
const acknowledgementMs = 3 * 60 * 60_000

/** An email of the history. */
export interface AboutEmail {
  userId: string
  logId: string
  /** See `ActionTarget`. */
  isRequested?: boolean
}

/** Forwards of other emails that one may answer by its signs, newest first. */
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
      and e.counted_at > ${addMs(receivedAt, -acknowledgementMs)}::timestamptz
      and e.counted_at < ${addMs(receivedAt, vendorClockGraceMs)}::timestamptz
      and l.id <> ${logId}::uuid and l.from_address is not null and l.received_at is not null
    order by e.counted_at desc, l.received_at desc`.execute(tx)
  return rows
}

/** An email of the same organization that answered no forward. */
export interface EarlierEmail {
  subject: string
  processedAt: Date
}

/**
 * The newest emails of a sender, without answers to forwards.
 * @param organization see `organizationOf`
 * @param exceptLogIds emails that do not make it known
 */
export async function findEarlierEmails(
  tx: Tx,
  userId: string,
  { organization, exceptLogIds }: { organization: string; exceptLogIds: string[] },
  now: Date,
): Promise<EarlierEmail[]> {
  const address = sql`lower(l.from_address)`
  const { rows } = await sql<EarlierEmail>`
    select coalesce(l.subject, '') as subject, l.processed_at as "processedAt"
    from public.email_processing_logs l
    where l.user_id = ${userId}::uuid and l.processed_at > ${addMs(now, -forwardAnswerMs)}::timestamptz
      and (${address} = ${organization}
        or right(${address}, length(${organization}) + 1) in (${`@${organization}`}, ${`.${organization}`}))
      and l.id <> all(${exceptLogIds}::uuid[])
      and not exists (select from public.email_action_runs r where r.log_id = l.id and r.reason = 'answers_forward')
    order by l.processed_at desc limit ${senderHistoryMaxEmails}`.execute(tx)
  return rows
}
