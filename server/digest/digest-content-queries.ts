import { type RawBuilder, sql } from 'kysely'
import { reviewReasons } from '../../contract/reasons.ts'
import { providerNames } from '../../contract/providers.ts'
import type { Tx } from '../db/database.ts'
import type { DigestPeriod } from './digest-schedule.ts'

/** Folders, emails and accounts that a digest names; the rest is counted. */
const digestMaxFolders = 10
const digestMaxEmails = 5
const digestMaxNames = 5

interface OfPeriod {
  userId: string
  period: DigestPeriod
}

interface CountedFolder {
  folder: string | null
  mailbox: string | null
  emails: number
  total: number
}

/** The fullest folders, each with its mailbox, and the number of all emails. @param counted `folder_id` and `emails` */
async function countedByFolder(tx: Tx, counted: RawBuilder<unknown>) {
  const { rows } = await sql<CountedFolder>`
    select coalesce(nullif(f.display_name, ''), f.folder_name) as folder, m.name as mailbox, c.emails,
      (sum(c.emails) over ())::integer as total
    from (${counted}) c
    left join public.email_folders f on f.id = c.folder_id
    left join public.mailboxes m on m.id = f.mailbox_id
    order by f.id is null, c.emails desc, folder, f.id limit ${digestMaxFolders}`.execute(tx)
  const folders = rows.flatMap(({ folder, mailbox, emails }) =>
    folder === null || mailbox === null ? [] : [{ folder, mailbox, emails }],
  )
  return { total: rows[0]?.total ?? 0, folders }
}

/** An email that waited was decided in an earlier period, and named there. */
const filedAt = sql`case when file_at is not null or file_once_read then moved_at else processed_at end`

/** The emails that were sorted in the period. */
export const sortedInPeriod = (tx: Tx, { userId, period: { from, until } }: OfPeriod) =>
  countedByFolder(
    tx,
    sql`select target_folder_id as folder_id, count(*)::integer as emails from public.email_processing_logs
      where user_id = ${userId}::uuid and status = 'processed' and reason <> 'assigned'
        and ${filedAt} >= ${from}::timestamptz and ${filedAt} < ${until}::timestamptz
      group by target_folder_id`,
  )

/** The emails that wait until they are filed, and how many of them were decided in the period. */
export async function delayedByFolder(tx: Tx, { userId, period: { from, until } }: OfPeriod) {
  const delayed = sql`public.email_processing_logs
    where user_id = ${userId}::uuid and status = 'left' and reason = 'delayed' and corrected_at is null`
  const { rows } = await sql<{ emails: number }>`select count(*)::integer as emails from ${delayed}
    and processed_at >= ${from}::timestamptz and processed_at < ${until}::timestamptz`.execute(tx)
  const all = await countedByFolder(
    tx,
    sql`select runner_up_folder_id as folder_id, count(*)::integer as emails from ${delayed}
      group by runner_up_folder_id`,
  )
  return { ...all, ofPeriod: rows[0]?.emails ?? 0 }
}

/** An email with the folder where it is, or where it would be filed. */
interface EmailOfFolder {
  logId: string
  subject: string | null
  folder: { id: string; name: string } | null
  /** It is in the inbox with a tag that is named like the folder. */
  isTagged: boolean
}

const emailOfFolder = sql`l.id as "logId", l.subject, l.stays_in_inbox as "isTagged", case when f.id is not null then
  json_build_object('id', f.id, 'name', coalesce(nullif(f.display_name, ''), f.folder_name)) end as folder`

/** The emails that were filed in the period and are there still, the least certain ones first. */
export async function leastCertain(tx: Tx, { userId, period: { from, until } }: OfPeriod): Promise<EmailOfFolder[]> {
  const { rows } = await sql<EmailOfFolder>`
    select ${emailOfFolder} from public.email_processing_logs l
    join public.email_folders f on f.id = l.target_folder_id
    where l.user_id = ${userId}::uuid and l.status = 'processed' and l.reason = 'sorted' and l.moved_at is not null
      and l.corrected_at is null and ${filedAt} >= ${from}::timestamptz and ${filedAt} < ${until}::timestamptz
    order by l.classification_confidence nulls last, l.processed_at desc limit ${digestMaxEmails}`.execute(tx)
  return rows
}

/**
 * What the period left in Review: the newest emails with their likeliest folders, the number of all, and of all that
 * wait there since a day.
 */
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
  const { rows: emails } = await sql<EmailOfFolder>`
    select ${emailOfFolder} from (${waiting.selectAll().where(isOfPeriod)}) l
    left join public.email_folders f on f.mailbox_id = l.mailbox_id and f.provider_folder_id is not null
      and f.id = coalesce(l.runner_up_folder_id, l.second_choice_folder_id)
    order by l.processed_at desc limit ${digestMaxEmails}`.execute(tx)
  return { ...counts, emails }
}

/** Replies that were drafted in the period. */
export async function countDrafts(tx: Tx, { userId, period: { from, until } }: OfPeriod): Promise<number> {
  const counted = tx
    .selectFrom('email_action_runs')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .where('status', '=', 'done')
    .where(sql<boolean>`effects @> '[{"kind": "draft"}]'`)
    .where('ended_at', '>=', from)
    .where('ended_at', '<', until)
  return (await counted.executeTakeFirstOrThrow()).total
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
