import type { RemoteContext } from '../context.ts'
import { AppError, fail } from '../errors.ts'
import { linkRoutes, type Page } from '../http/links/link-routes.ts'
import { perIp } from '../http/routing/route.ts'
import { mapMailboxFailure } from '../mail/access/mailbox-failure.ts'
import { performRequestedMove } from '../sorting/moves/perform-requested-move.ts'
import { requestMove } from '../sorting/moves/request-move.ts'
import { deleteUsedLink, findLinkedEmail, insertUsedLink } from './correction-queries.ts'
import * as pages from './correction-pages.ts'
import { findDigestAccount } from './digest-account-queries.ts'
import { type Correction, correctionLinkPath, openCorrectionToken } from './digest-links.ts'

/** Moves one email as the history and the review do, once, without a session: the token names user, email and move. */
export const correctEmailRoutes = linkRoutes({
  path: correctionLinkPath,
  limit: perIp(60, 'minute'),
  async find(ctx, token) {
    const link = openCorrectionToken(ctx.sealer, token)
    const account = link && (await ctx.db.asAccounts((tx) => findDigestAccount(tx, link.userId, ctx.clock.now())))
    if (!link || account?.email !== link.address) return null
    const email = await ctx.db.asService((tx) => findLinkedEmail(tx, link))
    return email ? { link, email, isExpired: new Date(link.expiresAt) <= ctx.clock.now() } : null
  },
  question: pages.questionPage,
  async act(ctx, found) {
    const { link, email, isExpired } = found
    if (isExpired || email.isUsed) return pages.questionPage(found)
    try {
      return pages.movedPage(found, await mapMailboxFailure(() => moveLinkedEmail(ctx, link)))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return refusalPage(ctx, found, error)
    }
  },
  expired: pages.unknownLinkPage,
})

async function moveLinkedEmail(ctx: RemoteContext, link: Correction): Promise<'done' | 'waiting'> {
  const { userId, logId, effect, folderId } = link
  const requested = await requestMove(ctx, {
    userId,
    logId,
    folderId: effect === 'return' ? null : folderId,
    async authorize(tx) {
      const email = await findLinkedEmail(tx, link)
      if (!email?.isThere || email.isUsed) fail('mail_moved_meanwhile')
      await insertUsedLink(tx, link)
    },
  })
  try {
    return await performRequestedMove(ctx, requested)
  } catch (error) {
    await ctx.db.asService((tx) => deleteUsedLink(tx, link))
    throw error
  }
}

async function refusalPage(ctx: RemoteContext, found: pages.FoundLink, { code }: AppError): Promise<Page | null> {
  if (code !== 'mail_moved_meanwhile') return pages.refusedPage(found, code)
  // Another press of the same link may have been faster.
  const email = await ctx.db.asService((tx) => findLinkedEmail(tx, found.link))
  return email ? pages.questionPage({ ...found, email: { ...email, isThere: false } }) : null
}
