import { days, later } from '../../clock.ts'
import type { RemoteContext } from '../../context.ts'
import { withMailbox } from '../../mail/access-token.ts'
import { mailboxById, type MailboxRow } from '../../mail/queries.ts'
import { isGone, isSyncStateGone } from '../../vendors/graph-error.ts'
import type { GraphMessage, MessageDelta } from '../../vendors/graph.ts'
import { knownPlaces, noteLooked, noteWatched, watchedFolders, type WatchedFolder } from './folder-watch-queries.ts'
import { howItCame, wasElsewhere } from './moved-by-hand.ts'
import { noticeMove } from './notice-move.ts'

/** Older mail that is moved by hand is tidied up, and says little of what is to come. */
const reachesBackMs = days(30)
/** Whoever moves more at once is tidying up; the next sync learns from it as from all filed mail. */
const mostAtOnce = 200
/** Among what changed in a folder is all that was only read or marked. */
const mostLookedUp = 5000

/**
 * Looks into each folder for mail that the user has put there since the last look: from the inbox, from another folder, filed by a rule.
 * Outlook tells of the inbox alone by itself.
 * @throws MailboxProblem or VendorError
 */
export async function watchFolders(ctx: RemoteContext, mailboxId: string): Promise<void> {
  const { mailbox, folders } = await ctx.db.asService(async (tx) => ({
    mailbox: await mailboxById(tx, mailboxId),
    folders: await watchedFolders(tx, mailboxId),
  }))
  if (!mailbox) return
  const begun = ctx.clock.now()
  for (const folder of folders) await lookInto(ctx, mailbox, folder)
  await ctx.db.asService((tx) => noteWatched(tx, mailboxId, begun))
}

async function lookInto(ctx: RemoteContext, mailbox: MailboxRow, folder: WatchedFolder): Promise<void> {
  const lookedAt = ctx.clock.now()
  try {
    const look = await changesIn(ctx, mailbox.id, folder)
    const isSettled = await noticeAll(ctx, mailbox, folder, look)
    const { deltaLink } = look
    if (deltaLink === null || !isSettled) return
    const { folderId, providerFolderId } = folder
    await ctx.db.asService((tx) => noteLooked(tx, { folderId, providerFolderId, deltaLink, lookedAt }))
  } catch (error) {
    // Deleted in Outlook since the last sync, which will notice.
    if (!isGone(error)) throw error
  }
}

type FoundMessage = MessageDelta['messages'][number]

interface Look {
  deltaLink: string | null
  found: FoundMessage[]
  /** All that is there was found, not only what came since a look before: at first, and where Graph has forgotten the link. */
  isFirst: boolean
}

/** All pages of a round. */
async function changesIn(
  ctx: RemoteContext,
  mailboxId: string,
  { providerFolderId, deltaLink }: Pick<WatchedFolder, 'providerFolderId' | 'deltaLink'>,
): Promise<Look> {
  const since = later(ctx.clock.now(), -reachesBackMs)
  const begin = { since, folderId: providerFolderId }
  const found: FoundMessage[] = []
  for (let from: { link: string } | typeof begin = deltaLink === null ? begin : { link: deltaLink }; ; ) {
    const start = from
    const page = await withMailbox(ctx, mailboxId, (graph, token) => graph.messageDelta(token, start)).catch(
      (error: unknown) => {
        if (!isSyncStateGone(error)) throw error
        return null
      },
    )
    // Forgotten also where it only began: later.
    if (page === null && deltaLink === null) return { deltaLink: null, found: [], isFirst: true }
    if (page === null) return changesIn(ctx, mailboxId, { providerFolderId, deltaLink: null })
    found.push(...page.messages)
    if (page.nextLink === null) return { deltaLink: page.deltaLink, found, isFirst: deltaLink === null }
    from = { link: page.nextLink }
  }
}

/** @returns false where some of it is under way: the same changes are looked at again */
async function noticeAll(
  ctx: RemoteContext,
  mailbox: MailboxRow,
  { folderId, providerFolderId, lookedAt }: WatchedFolder,
  { found, isFirst }: Look,
): Promise<boolean> {
  const some = found.slice(0, mostLookedUp)
  const places = await ctx.db.asService((tx) =>
    knownPlaces(
      tx,
      mailbox.id,
      some.map(({ id }) => id),
    ),
  )
  let isSettled = true
  let noticed = 0
  for (const { id, receivedAt } of some) {
    const place = places.get(id)
    if (!place || (isFirst && !wasElsewhere(place))) continue
    const came = howItCame(place, { folderId, receivedAt, lookedAt })
    if (came.how === 'known') continue
    if (came.how === 'under-way') {
      isSettled = false
      continue
    }
    // Without a row nothing but its actions could follow from what a rule has filed.
    if (came.how === 'filed' && !mailbox.act_on_filed) continue
    if ((noticed += 1) > mostAtOnce) break
    const message = await messageIn(ctx, mailbox.id, id, providerFolderId)
    if (message) await noticeMove(ctx, mailbox, { message, place, came, folderId })
  }
  return isSettled
}

/** Null where it has gone on meanwhile: another folder's changes tell of it. */
async function messageIn(
  ctx: RemoteContext,
  mailboxId: string,
  messageId: string,
  providerFolderId: string,
): Promise<GraphMessage | null> {
  try {
    const message = await withMailbox(ctx, mailboxId, (graph, token) => graph.getMessage(token, messageId))
    return message.parentFolderId === providerFolderId ? message : null
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}
