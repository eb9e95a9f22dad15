import { exactAddress } from '../../../contract/address.ts'
import { senderYearDays } from '../../../contract/limits.ts'
import { addMs, days } from '../../clock.ts'
import type { Context, RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import { MailboxAccessError } from '../../mail/access/mailbox-access-error.ts'
import { retryWaitMs } from '../../mail/access/mailbox-failure.ts'
import { selectTargetFolders } from '../../mail/folders/target-folders.ts'
import { findMailbox, lockAgainstDisconnect, type MailboxRow } from '../../mail/mailboxes/mailbox-queries.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import { inboxFolderIdOf } from '../folders/inbox-folder-id.ts'
import { countSenders } from './count-senders.ts'
import { saveCounts } from './sender-count-queries.ts'
import {
  completeSenderScan,
  findSenderScan,
  insertSenderScan,
  restartSenderScan,
  saveScanStep,
  type SenderScanRow,
  stopSenderScan,
} from './sender-scan-queries.ts'

/** After so many pages the job is put back at the end of its queue, for the other mailboxes. */
const pagesPerTurn = 10
/** Read again by a later scan: emails are read, moved and deleted after they have arrived. */
const rereadDays = 31
/** After this time a scan reads the whole year again. */
const yearMaxAgeMs = days(30)

/** Makes a scan begin: of the last month, where the year was read a short time ago. @returns false where one runs */
export async function startSenderScan(
  ctx: Pick<Context, 'clock' | 'jobs'>,
  tx: Tx,
  { id: mailboxId, user_id: userId }: MailboxRow,
): Promise<boolean> {
  const now = ctx.clock.now()
  const yearReadAt = (await findSenderScan(tx, mailboxId))?.yearReadAt ?? null
  const isYear = yearReadAt === null || yearReadAt < addMs(now, -yearMaxAgeMs)
  const since = dayOf(addMs(now, -days(isYear ? senderYearDays : rereadDays)))
  if (!(await insertSenderScan(tx, { userId, mailboxId, since, now }))) return false
  await ctx.jobs.enqueue(tx, 'scan-senders', { mailboxId })
  await publishSenders(tx, { userId, mailboxId })
  return true
}

/** In UTC. */
const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

export const publishSenders = (tx: Tx, { userId, mailboxId }: { userId: string; mailboxId: string }): Promise<void> =>
  publishLiveEvent(tx, userId, { type: 'senders', mailboxId })

/**
 * Counts who has written, page by page. A page is counted in the transaction that stores where the next one begins, so
 * that another worker can continue. What the mailbox refuses permanently ends the scan.
 * @throws MailboxAccessError or VendorError
 */
export async function scanSenders(ctx: RemoteContext, mailboxId: string): Promise<void> {
  try {
    for (let pages = 0; pages < pagesPerTurn; pages++) if (!(await scanStep(ctx, mailboxId))) return
  } catch (error) {
    if (error instanceof MailboxAccessError || retryWaitMs(error) !== null) throw error
    await stop(ctx, mailboxId, 'failed')
    throw error
  }
  await ctx.db.asService((tx) => ctx.jobs.enqueue(tx, 'scan-senders', { mailboxId }))
}

export async function stop(
  ctx: Pick<Context, 'clock' | 'db'>,
  mailboxId: string,
  state: 'canceled' | 'failed',
): Promise<void> {
  await ctx.db.asService(async (tx) => {
    const mailbox = await findMailbox(tx, mailboxId)
    if (!mailbox || !(await stopSenderScan(tx, mailboxId, { state, now: ctx.clock.now() }))) return
    await publishSenders(tx, { userId: mailbox.user_id, mailboxId })
  })
}

/** @returns false where the scan has ended, or another worker has made the step */
async function scanStep(ctx: RemoteContext, mailboxId: string): Promise<boolean> {
  const { mailbox, scan } = await ctx.db.asService(async (tx) => ({
    mailbox: await findMailbox(tx, mailboxId),
    scan: await findSenderScan(tx, mailboxId),
  }))
  if (!mailbox) throw new MailboxAccessError('gone')
  if (scan?.state !== 'running') return false
  const { pendingFolders } = scan
  if (pendingFolders === null) return listFolders(ctx, mailbox, scan)
  const [folderId] = pendingFolders
  if (folderId === undefined) return false
  return readPage(ctx, mailbox, { ...scan, pendingFolders }, folderId)
}

/** The inbox and the folders that email is sorted into: neither sent email nor drafts, deleted email and junk. */
async function listFolders(ctx: RemoteContext, { id: mailboxId }: MailboxRow, scan: SenderScanRow): Promise<boolean> {
  const inboxId = await inboxFolderIdOf(ctx, mailboxId)
  const listed = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.folders())
  const found = selectTargetFolders(listed).filter(({ resembles }) => !resembles)
  const pendingFolders = [inboxId, ...found.map(({ id }) => id)]
  const step = { folders: pendingFolders.length, pendingFolders, position: null, reachedAt: null, emails: 0 }
  return ctx.db.asService((tx) => saveScanStep(tx, mailboxId, scan.pages, step))
}

type ReadingScan = SenderScanRow & { pendingFolders: string[] }

async function readPage(
  ctx: RemoteContext,
  { id: mailboxId, user_id: userId, email_address: address }: MailboxRow,
  { since, folders, pendingFolders, position, pages, startedAt }: ReadingScan,
  folderId: string,
): Promise<boolean> {
  const from = position ?? { since: new Date(since) }
  const inboxId = await inboxFolderIdOf(ctx, mailboxId)
  const page = await withMailbox(ctx, mailboxId, (mailbox) => mailbox.headers(folderId, from))
  const now = ctx.clock.now()
  return ctx.db.asService(async (tx) => {
    // First, as a disconnect does.
    if (!(await lockAgainstDisconnect(tx, mailboxId))) throw new MailboxAccessError('gone')
    if (page === 'start-again') return restartSenderScan(tx, mailboxId, pages)
    const { messages, next } = page === 'not-there' ? { messages: [], next: null } : page
    const rest = next === null ? pendingFolders.slice(1) : pendingFolders
    const reachedAt = next === null ? null : (messages.at(-1)?.receivedAt ?? null)
    const step = { folders, pendingFolders: rest, position: next, reachedAt, emails: messages.length }
    if (!(await saveScanStep(tx, mailboxId, pages, step))) return false
    const place = folderId === inboxId ? '' : folderId
    const counted = countSenders(messages, { own: exactAddress(address), until: addMs(now, days(1)) })
    await saveCounts(tx, { userId, mailboxId, place }, counted)
    if (rest.length === 0) {
      const isYear = new Date(since) < addMs(startedAt, -days(rereadDays + 1))
      await completeSenderScan(tx, mailboxId, { since, isYear, now })
    }
    await publishSenders(tx, { userId, mailboxId })
    return rest.length > 0
  })
}

/** How much of the folders was read, by their number and by the time that was reached in the current one. */
export function percentOf(scan: SenderScanRow): number {
  const { state, folders, pendingFolders, reachedAt, since, startedAt } = scan
  if (state === 'done') return 100
  if (pendingFolders === null || folders === 0) return 0
  const first = new Date(since).getTime()
  const part = reachedAt === null ? 0 : (reachedAt.getTime() - first) / Math.max(startedAt.getTime() - first, 1)
  return Math.floor(((folders - pendingFolders.length + Math.min(Math.max(part, 0), 1)) / folders) * 100)
}
