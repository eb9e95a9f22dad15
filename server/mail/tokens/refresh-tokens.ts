import type { Context, RemoteContext } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { tellPages } from '../../db/live.ts'
import { EntraError } from '../../vendors/entra-error.ts'
import type { Microsoft } from '../../vendors/vendors.ts'
import { MailboxProblem } from '../mailbox-problem.ts'
import { tellOperator } from '../outlook-failure.ts'
import { setStatus } from '../queries.ts'
import { resumeMailbox } from '../resume-mailbox.ts'
import { ringForStatus } from '../status-bell.ts'
import { replaceTokens, tokensOf, type StoredTokens } from './queries.ts'
import { sealPair, tokenPlace } from './sealed-pair.ts'

/** How many connections to the database may wait for Entra at once in this process. */
const refreshesAtOnce = 2

/**
 * Gets a new pair where `isWanted` still says so once it is this worker's turn, and stores it before anybody can use it.
 *
 * The row of the tokens stays locked during the call: whoever comes second waits and finds the new pair, whoever dies frees the lock.
 * This is the one call out with a transaction open; it takes seconds at most, and the turns keep it from using up the connections.
 * @throws MailboxProblem `auth` when the grant is over (the mailbox then says so), VendorError for trouble that may pass
 */
export async function refreshTokens(
  ctx: RemoteContext,
  { entra, turns }: Microsoft,
  mailboxId: string,
  isWanted: (stored: StoredTokens) => boolean,
): Promise<StoredTokens> {
  const result = await turns.take(`refresh/${mailboxId}`, 1, () =>
    turns.take('refresh', refreshesAtOnce, () =>
      ctx.db.asService(async (tx) => {
        const stored = await tokensOf(tx, mailboxId, true)
        if (!stored) return null
        if (!isWanted(stored)) return stored
        const at = { mailboxId, userId: stored.user_id }
        const oldRefresh = ctx.sealer.open(tokenPlace(at, 'refresh'), stored.refresh_token_sealed)
        try {
          const tokens = await entra.refresh(oldRefresh)
          const pair = sealPair(ctx, at, tokens, tokens.refreshToken ?? oldRefresh)
          await replaceTokens(tx, mailboxId, stored.generation, pair)
          if (await becomes(ctx, tx, stored, mailboxId, 'active')) await resumeMailbox(ctx, tx, mailboxId)
          return { ...stored, ...pair, status: 'active' as const, generation: stored.generation + 1 }
        } catch (error) {
          if (!(error instanceof EntraError) || !error.signInNeeded) {
            tellOperator(ctx, error)
            throw error
          }
          // Committed, not thrown: the status must outlive this transaction.
          const changed = await becomes(ctx, tx, stored, mailboxId, 'reauth_required')
          return { refused: error, changed }
        }
      }),
    ),
  )
  if (!result) throw new MailboxProblem('gone')
  if (!('refused' in result)) return result
  if (result.changed) ctx.events.mailboxNeedsSignIn({ mailboxId })
  throw new MailboxProblem('auth', result.refused)
}

async function becomes(
  ctx: Pick<Context, 'clock'>,
  tx: Tx,
  { user_id, status: was }: StoredTokens,
  mailboxId: string,
  status: 'active' | 'reauth_required',
): Promise<boolean> {
  // A working sign-in does not yet prove that there is a mailbox behind it.
  if (status === 'active' && was === 'unavailable') return false
  const changed = (await setStatus(tx, mailboxId, status)) !== null
  // Also when only the token's expiry is new: the page shows it.
  await tellPages(tx, user_id, { type: 'mailbox', mailboxId })
  if (changed) await ringForStatus(tx, ctx, { mailboxId, userId: user_id, status })
  return changed
}
