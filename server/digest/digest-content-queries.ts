import { sql } from 'kysely'
import { reviewReasons } from '../../contract/reasons.ts'
import { providerNames } from '../../contract/providers.ts'
import type { Tx } from '../db/database.ts'
import type { DigestPeriod } from './digest-schedule.ts'

/** Folders, subjects and accounts that a digest names; the rest is counted. */
const digestMaxFolders = 10
const digestMaxSubjects = 5
const digestMaxNames = 5

interface Counted {
  total: number
}
interface OfPeriod {
  userId: string
  period: DigestPeriod
}

/** The fullest folders of the period, each with its mailbox, and the number of all emails that were sorted in it. */
export async function sortedInPeriod(tx: Tx, { userId, period: { from, until } }: OfPeriod) {
  const { rows } = await sql<Counted & { folder: string | null; mailbox: string | null; sorted: number }>`
    select coalesce(nullif(f.display_name, ''), f.folder_name) as folder, m.name as mailbox, s.sorted,
      (sum(s.sorted) over ())::integer as total
    from (
      select target_folder_id, count(*)::integer as sorted from public.email_processing_logs
      where user_id = ${userId}::uuid and status = 'processed' and reason <> 'assigned'
        and processed_at >= ${from}::timestamptz and processed_at < ${until}::timestamptz
      group by target_folder_id) s
    left join public.email_folders f on f.id = s.target_folder_id
    left join public.mailboxes m on m.id = f.mailbox_id
    order by f.id is null, s.sorted desc, folder, f.id limit ${digestMaxFolders}`.execute(tx)
  const folders = rows.flatMap(({ folder, mailbox, sorted }) =>
    folder === null || mailbox === null ? [] : [{ folder, mailbox, sorted }],
  )
  return { total: rows[0]?.total ?? 0, folders }
}

/** What the period left in Review: the newest subjects, the number of all, and of all that wait there since a day. */
export async function waitingInReview(tx: Tx, { userId, period }: OfPeriod, firstDay: Date) {
  const waiting = tx
    .selectFrom('email_processing_logs')
    .where('user_id', '=', userId)
    .where('status', '=', 'left')
    .where('reason', 'in', reviewReasons)
    .where('corrected_at', 'is', null)
    .where('processed_at', '>=', firstDay)
  const isOfPeriod = sql<boolean>`
    processed_at >= ${period.from}::timestamptz and processed_at < ${period.until}::timestamptz`
  const counts = await waiting
    .select((eb) => [eb.fn.countAll<number>().as('all'), eb.fn.countAll<number>().filterWhere(isOfPeriod).as('total')])
    .executeTakeFirstOrThrow()
  const newest = await waiting
    .select('subject')
    .where(isOfPeriod)
    .orderBy('processed_at', 'desc')
    .limit(digestMaxSubjects)
    .execute()
  return { ...counts, subjects: newest.map(({ subject }) => subject) }
}

/** Automated actions that failed in the period and have not been retried since. */
export async function countFailedActions(tx: Tx, { userId, period: { from, until } }: OfPeriod): Promise<number> {
  const counted = tx
    .selectFrom('email_action_runs')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .where('status', '=', 'failed')
    .where('ended_at', '>=', from)
    .where('ended_at', '<', until)
  return (await counted.executeTakeFirstOrThrow()).total
}

/** Names of the mailboxes and services that need a new sign-in. */
export async function accountsToSignIn(tx: Tx, userId: string) {
  const mailboxes = await tx
    .selectFrom('mailboxes')
    .select('name')
    .where('user_id', '=', userId)
    .where('status', '=', 'reauth_required')
    .orderBy('name')
    .limit(digestMaxNames)
    .execute()
  const services = await tx
    .selectFrom('app.service_connections')
    .select('provider')
    .where('user_id', '=', userId)
    .where('status', '=', 'needs_reauth')
    .orderBy('provider')
    .execute()
  return {
    mailboxes: mailboxes.map(({ name }) => name),
    services: services.map(({ provider }) => providerNames[provider]),
  }
}

/** Whether an account has begun to need a sign-in, or the limit came near, in the period: only then it is news. */
export async function hasNewNeed(tx: Tx, { userId, period: { from, until } }: OfPeriod): Promise<boolean> {
  const found = await tx
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', 'in', ['mailbox_needs_sign_in', 'connection_needs_sign_in', 'limit_near', 'limit_reached'])
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
