import { addMs } from '../../clock.ts'
import type { RemoteContext } from '../../context.ts'
import { hasCategory } from '../../mail/folders/folder-categories.ts'
import { recordInboxEvents } from '../../mail/inbox-events/record-inbox-events.ts'
import { findMailbox } from '../../mail/mailboxes/mailbox-queries.ts'
import { withMailbox } from '../../mail/providers/with-mailbox.ts'
import { timeZoneOf } from '../../shared/user-time-zones.ts'
import type { Marks } from '../../vendors/mailbox/message.ts'
import { publishProcessingLog } from '../completion/finish-message.ts'
import { inboxFolderIdOf } from '../folders/inbox-folder-id.ts'
import { isDue } from './delay-decision.ts'
import { findDelayedLogs, findTaggedKeptLogs, saveDelays, saveTagged, type DelayedLog } from './delayed-log-queries.ts'
import { delayNow, isChanged, isUntagged } from './file-delayed.ts'
import { tagUnlessRefused, untagKept } from './tag-delayed.ts'

/** Older email, such as a code that is never read, is looked at once an hour: its range of the inbox may be large. */
const looksEachMinuteMs = 7 * 24 * 60 * 60_000
/** All are looked at once an hour. */
const looksAtMost = 2000
/** Of email whose tag failed when it was sorted. */
const tagsOfOneLook = 50
const isHourly = (now: Date): boolean => now.getUTCMinutes() === 0

/** Of emails that Tidy up keeps in the inbox: longer than most outages. */
const untagsForMs = 24 * 60 * 60_000

/**
 * Every minute while email waits in the inbox: one request shows which of it is read, and which has left the inbox.
 * What is due is sorted on, and read again before it is moved (`fileDelayed`).
 */
export async function lookAtDelayed(ctx: RemoteContext, mailboxId: string): Promise<void> {
  const now = ctx.clock.now()
  const limit = isHourly(now) ? null : looksAtMost
  const [mailbox, delayed, kept] = await ctx.db.asService((tx, sendLast) =>
    sendLast(() => [
      findMailbox(tx, mailboxId),
      findDelayedLogs(tx, mailboxId, { now, limit }),
      findTaggedKeptLogs(tx, mailboxId, addMs(now, -untagsForMs)),
    ]),
  )
  if (mailbox?.status !== 'active' || delayed.length + kept.length === 0) return
  const timeZone = await ctx.db.asService((tx) => timeZoneOf(tx, mailbox.user_id))
  const asked = delayed.filter(({ receivedAt }) => receivedAt !== null && (isHourly(now) || isRecent(receivedAt, now)))
  const marks = await marksOf(ctx, mailboxId, asked)
  const isAsked = new Set(asked.map(({ id }) => id))
  const looked = delayed.map((log) => {
    const seen = marks.get(log.messageId) ?? null
    const hasChanged = seen === null ? isAsked.has(log.id) : isUntagged(log, seen)
    const delay = delayNow({ mailbox, timeZone }, log, seen, now)
    const hasTag = seen !== null && log.category !== null && hasCategory(seen.categories, log.category)
    return { log, seen, delay, hasTag, isDue: hasChanged || isDue(delay, now) }
  })
  const changed = looked.filter(({ log, delay }) => isChanged(log, delay))
  const due = looked.filter((one) => one.isDue)
  const tagged = looked.filter(({ log, hasTag }) => hasTag && !log.isTagged)
  if (changed.length + due.length + tagged.length > 0)
    await ctx.db.asService(async (tx) => {
      await saveTagged(
        tx,
        tagged.map(({ log }) => log.id),
        { isSupported: true },
      )
      await saveDelays(
        tx,
        changed.map(({ log: { id }, delay }) => ({ ...delay, id })),
      )
      const messageIds = due.map(({ log }) => log.messageId)
      await recordInboxEvents(ctx, tx, mailboxId, messageIds, 'waiting')
      for (const { log } of changed) await publishProcessingLog(tx, mailbox, log.id, 'left')
    })
  const untagged = looked.flatMap(
    ({ log: { id: logId, messageId, category, isTagged }, seen, hasTag, isDue: isEnding }) =>
      seen && category !== null && !isTagged && !hasTag && !isEnding ? [{ logId, messageId, category }] : [],
  )
  if (untagged.length + kept.length === 0) return
  const inbox = { mailboxId, inboxFolderId: await inboxFolderIdOf(ctx, mailboxId) }
  for (const email of untagged.slice(0, tagsOfOneLook)) await tagUnlessRefused(ctx, inbox, email)
  for (const email of kept.slice(0, tagsOfOneLook)) await untagKept(ctx, inbox, email)
}

const isRecent = (receivedAt: Date, now: Date): boolean => receivedAt > addMs(now, -looksEachMinuteMs)

async function marksOf(ctx: RemoteContext, mailboxId: string, asked: readonly DelayedLog[]) {
  if (asked.length === 0) return new Map<string, Marks>()
  const messages = asked.map(({ messageId: id, receivedAt }) => ({ id, receivedAt: receivedAt ?? new Date(0) }))
  return withMailbox(ctx, mailboxId, (mailbox) => mailbox.inbox.marksOf(messages))
}
