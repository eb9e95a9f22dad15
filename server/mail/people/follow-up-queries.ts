import { type RawBuilder, sql } from 'kysely'
import { exactAddress } from '../../../contract/address.ts'
import { days } from '../../clock.ts'
import type { Tx } from '../../db/database.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import type { SentMessage } from '../../vendors/mailbox/message.ts'
import { subjectCore } from '../messages/subject-marks.ts'
import { isMachineAddress } from '../messages/machine-address.ts'

/** Email to more people is an announcement, which few answer. */
const maxRecipients = 3
/** What one day has not answered waits. */
const questionWaitMs = days(1)
const storedTextMaxLength = 500
const storedAddressMaxLength = 320
const storedNameMaxLength = 200

/** The newest email of a conversation. */
interface Conversation {
  conversationId: string
  at: Date
  /** Null where nobody waits for an answer. */
  open: {
    state: 'sent' | 'question'
    messageId: string | null
    address: string
    name: string | null
    subject: string | null
  } | null
}

/** Stores what the user has sent: each email answers its conversation, and may wait for an answer itself. */
export async function saveSentConversations(tx: Tx, mailboxId: string, sent: readonly SentMessage[]): Promise<void> {
  const written = await withoutForwards(tx, mailboxId, sent)
  const saved = await saveConversations(
    tx,
    mailboxId,
    written.flatMap(({ conversationId, to, sentAt: at, isMeeting, id: messageId, subject }): Conversation[] => {
      const address = exactAddress(to[0] ?? '')
      const isOpen = !isMeeting && address !== '' && to.length <= maxRecipients && !to.some(isMachineAddress)
      const open = { state: 'sent' as const, messageId, address, name: null, subject }
      return conversationId ? [{ conversationId, at, open: isOpen ? open : null }] : []
    }),
  )
  if (!saved) return
  for (const { to: addresses, subject, sentAt: at } of written)
    await settleBySubject(tx, saved, { state: 'question', addresses, subject, at })
  await publishFollowUps(tx, saved)
}

/** Of what Mailroom has created, the user has sent the drafts only. */
async function withoutForwards(tx: Tx, mailboxId: string, sent: readonly SentMessage[]): Promise<SentMessage[]> {
  const effects = sent.flatMap(({ effectId }) => effectId ?? [])
  const { rows } = await sql<{ id: string }>`
    select id::text from public.email_action_runs
    where mailbox_id = ${mailboxId}::uuid and id::text = any(${effects}::text[])
      and action_type = 'draft_reply'`.execute(tx)
  const drafts = new Set(rows.map(({ id }) => id))
  return sent.filter(({ effectId }) => effectId === null || drafts.has(effectId))
}

/**
 * Stores the conversations whose email is newer than the stored one, in whatever order both are read. Does nothing
 * where follow-up is off.
 * @returns the owner of the mailbox; null where nothing has changed
 */
export async function saveConversations(
  tx: Tx,
  mailboxId: string,
  conversations: readonly Conversation[],
): Promise<string | null> {
  const cut = (text: string | null | undefined, length: number) => text?.slice(0, length) ?? null
  const given = conversations.map(({ conversationId, at, open }) => ({
    conversation_id: cut(conversationId, storedTextMaxLength),
    at: at.toISOString(),
    state: open?.state ?? 'settled',
    message_id: open?.messageId ?? null,
    address: cut(open?.address, storedAddressMaxLength),
    name: cut(open?.name, storedNameMaxLength),
    subject: cut(open?.subject, storedTextMaxLength),
  }))
  const { rows } = await sql<{ user_id: string }>`
    with given as (
      select distinct on (conversation_id) * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (
        conversation_id text, at timestamptz, state text, message_id text, address text, name text, subject text)
      order by conversation_id, at desc)
    insert into app.follow_ups as f
      (mailbox_id, user_id, conversation_id, at, state, message_id, address, name, subject)
    select m.id, m.user_id, g.conversation_id, g.at, case when o.is_open then g.state else 'settled' end,
      case when o.is_open then g.message_id end, case when o.is_open then g.address end,
      case when o.is_open then g.name end, case when o.is_open then g.subject end
    from public.mailboxes m cross join given g
    cross join lateral (select g.state <> 'settled' and not exists (
      select from public.mailboxes w where w.user_id = m.user_id and lower(w.email_address) = g.address) as is_open) o
    where m.id = ${mailboxId}::uuid and ${followsUp}
    order by g.conversation_id
    on conflict (mailbox_id, conversation_id) do update set
      id = excluded.id, at = excluded.at, state = excluded.state, message_id = excluded.message_id,
      address = excluded.address, name = excluded.name, subject = excluded.subject, dismissed_at = null
      where excluded.at > f.at
    returning user_id`.execute(tx)
  return rows[0]?.user_id ?? null
}

interface SubjectAnswer {
  /** What it answers. */
  state: 'sent' | 'question'
  /** Of the other people. */
  addresses: readonly string[]
  subject: string | null
  at: Date
}

/**
 * An email with the same subject between the user and the same person is an answer also in a conversation of its own,
 * or in another mailbox of the user.
 */
export async function settleBySubject(
  tx: Tx,
  userId: string,
  { state, addresses, subject, at }: SubjectAnswer,
): Promise<void> {
  const { core } = subjectCore(subject ?? '')
  if (core === '') return
  const open = tx.selectFrom('app.follow_ups').select(['id', 'subject']).where('user_id', '=', userId)
  const found = await open
    .where('state', '=', state)
    .where('address', 'in', addresses.length > 0 ? addresses : [''])
    .where('at', '<', at)
    .execute()
  const answered = found.filter((each) => subjectCore(each.subject ?? '').core === core).map(({ id }) => id)
  if (answered.length === 0) return
  await tx
    .updateTable('app.follow_ups')
    .set({ state: 'settled', at, message_id: null, address: null, name: null, subject: null, dismissed_at: null })
    .where('id', 'in', answered)
    .execute()
  await publishFollowUps(tx, userId)
}

const followsUp = sql`m.follow_up_days is not null and m.keep_known_people`

export interface FollowUpRow {
  id: string
  state: 'sent' | 'question'
  mailboxId: string
  address: string
  name: string | null
  subject: string | null
  at: Date
  /** When it began to be listed. */
  dueAt: Date
  /** Of all with this state. */
  total: number
}

/** What waits for an answer: the newest ones of each state. */
export async function listFollowUps(
  tx: Tx,
  userId: string,
  { now, newest }: { now: Date; newest: number },
): Promise<FollowUpRow[]> {
  const { rows } = await sql<FollowUpRow>`
    select * from (
      select f.id, f.state, f.mailbox_id as "mailboxId", f.address, f.name, f.subject, f.at, ${dueAt} as "dueAt",
        count(*) over (partition by f.state)::integer as total,
        row_number() over (partition by f.state order by f.at desc, f.id)::integer as place
      from app.follow_ups f join public.mailboxes m on m.id = f.mailbox_id
      where f.user_id = ${userId}::uuid and f.state <> 'settled' and f.dismissed_at is null
        and ${followsUp} and ${dueAt} <= ${now}::timestamptz) w
    where place <= ${newest} order by state, place`.execute(tx)
  return rows
}

const dueAt: RawBuilder<Date> = sql`f.at + case when f.state = 'sent' then make_interval(days => m.follow_up_days)
  else make_interval(secs => ${sql.lit(questionWaitMs / 1000)}) end`

/** @returns null where it does not exist, was settled, or belongs to another user */
export async function findFollowUp(tx: Tx, at: { userId: string; followUpId: string }) {
  const found = tx.selectFrom('app.follow_ups').select(['mailbox_id', 'message_id']).where('id', '=', at.followUpId)
  return (await found.where('user_id', '=', at.userId).where('state', '<>', 'settled').executeTakeFirst()) ?? null
}

/** @param dismissedAt null: it is listed again. @returns whether it exists and belongs to the user */
export async function dismissFollowUp(
  tx: Tx,
  at: { userId: string; followUpId: string },
  dismissedAt: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('app.follow_ups')
    .set({ dismissed_at: dismissedAt })
    .where('id', '=', at.followUpId)
    .where('user_id', '=', at.userId)
    .where('state', '<>', 'settled')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const publishFollowUps = (tx: Tx, userId: string): Promise<void> =>
  publishLiveEvent(tx, userId, { type: 'follow-ups' })

export async function deleteFollowUps(tx: Tx, at: { mailboxId: string; userId: string }): Promise<void> {
  await tx
    .deleteFrom('app.follow_ups')
    .where('mailbox_id', '=', at.mailboxId)
    .where('user_id', '=', at.userId)
    .execute()
}

/** @returns the number of rows deleted, at most `limit` */
export async function deleteFollowUpsBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from app.follow_ups where ctid = any(array(
      select ctid from app.follow_ups where at < ${before} limit ${limit}))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
