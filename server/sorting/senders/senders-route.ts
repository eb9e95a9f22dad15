import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { type Sender, type SenderScan, SendersInput, SendersOutput } from '../../../contract/functions/senders.ts'
import { addMs, days } from '../../clock.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { fail } from '../../errors.ts'
import { functionRoute, perUser } from '../../http/routing/route.ts'
import { findOwnMailbox, type MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import { folderById } from '../folders/folder-queries.ts'
import { fileSenders } from './file-senders.ts'
import { percentOf, publishSenders, startSenderScan, stop } from './scan-senders.ts'
import { deleteSenderChoice, insertSenderChoice } from './sender-choice-queries.ts'
import { listSenders } from './sender-list-queries.ts'
import { findSenderScan } from './sender-scan-queries.ts'

/** A look at the page makes a scan begin where the last one has ended longer ago. */
const scanMaxAgeMs = days(1)

/** The page Senders: who writes, and what becomes of it. */
export const sendersRoute = functionRoute('senders', {
  auth: 'user',
  limit: perUser(120, 'minute'),
  input: SendersInput,
  output: SendersOutput,
  async handle(ctx, { user: { userId }, input }): Promise<z.input<typeof SendersOutput>> {
    const at = { userId, mailboxId: input.mailboxId }
    const mailbox = (await ctx.db.asService((tx) => findOwnMailbox(tx, at))) ?? fail('mailbox_not_found')
    if (input.action === 'file') return fileSenders(ctx, mailbox, input)
    if (input.action === 'cancel') await stop(ctx, mailbox.id, 'canceled')
    return ctx.db.asService(async (tx) => {
      if (input.action === 'list') return list(ctx, tx, mailbox, input)
      if (input.action === 'always') return choose(ctx, tx, mailbox, input)
      if (input.action === 'take-back') {
        await deleteSenderChoice(tx, mailbox.id, input.choiceId)
        await publishChoice(tx, mailbox)
      }
      if (input.action === 'scan') {
        if (mailbox.status === 'reauth_required') fail('mailbox_reauth_required')
        await startSenderScan(ctx, tx, mailbox)
      }
      return { scan: await scanOf(tx, mailbox.id) }
    })
  },
})

async function list(
  ctx: Pick<Context, 'clock' | 'jobs'>,
  tx: Tx,
  mailbox: MailboxRow,
  input: Extract<SendersInput, { action: 'list' }>,
): Promise<z.input<typeof SendersOutput>> {
  const now = ctx.clock.now()
  const last = await findSenderScan(tx, mailbox.id)
  const isOld = last?.completedAt && last.endedAt && last.endedAt < addMs(now, -scanMaxAgeMs)
  if (isOld && input.page === 1 && mailbox.status === 'active') await startSenderScan(ctx, tx, mailbox)
  const rows = await listSenders(tx, mailbox.id, input)
  const senders = rows.map((row): z.input<typeof Sender> => {
    const { address, name, recent, year, read, folderId, isChosen, unsubscribeUrl: url } = row
    const unsubscribe = url === null ? null : { host: new URL(url).host, url }
    return { address, name, recent, year, read, lastAt: row.lastAt.toISOString(), folderId, isChosen, unsubscribe }
  })
  return { senders, total: rows[0]?.total ?? 0, scan: await scanOf(tx, mailbox.id) }
}

async function scanOf(tx: Tx, mailboxId: string): Promise<z.input<typeof SenderScan> | null> {
  const scan = await findSenderScan(tx, mailboxId)
  if (!scan) return null
  const { state, emails, completedAt } = scan
  return { state, emails, percent: percentOf(scan), completedAt: completedAt?.toISOString() ?? null }
}

async function choose(
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  mailbox: MailboxRow,
  { addresses, folderId }: Extract<SendersInput, { action: 'always' }>,
): Promise<{ choiceId: string }> {
  const { id: mailboxId, user_id: userId } = mailbox
  if (folderId !== null && !(await folderById(tx, mailboxId, folderId))) fail('folder_not_found')
  const choice = { choiceId: randomUUID(), mailboxId, userId, addresses, folderId, now: ctx.clock.now() }
  if ((await insertSenderChoice(tx, choice)) === 0) fail('sender_not_found')
  await publishChoice(tx, mailbox)
  return { choiceId: choice.choiceId }
}

async function publishChoice(tx: Tx, { id: mailboxId, user_id: userId }: MailboxRow): Promise<void> {
  await publishSenders(tx, { userId, mailboxId })
  await publishLiveEvent(tx, userId, { type: 'mailbox', mailboxId })
}
