import type { RemoteContext } from '../../context.ts'
import { publishLiveEvent } from '../../db/live-events.ts'
import type { Grant } from '../../grants/grant.ts'
import { EntraError } from '../../vendors/oauth/entra-error.ts'
import { isUnauthorized } from '../../vendors/graph/graph-error.ts'
import { mailboxAccount } from '../access/mailbox-account.ts'
import { changeMailboxStatus } from '../mailboxes/mailbox-status.ts'
import { microsoftBreakers } from '../../vendors/vendors.ts'
import { requireMicrosoft } from './microsoft-clients.ts'
import { resumeMailbox } from '../mailboxes/resume-mailbox.ts'
import {
  findTokens,
  hasOtherTokens,
  renewSignIn,
  replaceTokens,
  mailboxTokenSealContext,
  type MailboxTokens,
} from './token-queries.ts'

/** The grant of a mailbox at Microsoft Entra; its access tokens are for Graph. */
export const mailboxGrant = (ctx: RemoteContext, mailboxId: string): Grant<MailboxTokens> => ({
  ...mailboxAccount(mailboxId),
  breakers: microsoftBreakers,
  get limiter() {
    return requireMicrosoft(ctx).limiter
  },
  sealContextOf: ({ user_id: userId }) => mailboxTokenSealContext({ mailboxId, userId }),
  load: (tx, lock) => findTokens(tx, mailboxId, lock),
  refresh: (refreshToken) => requireMicrosoft(ctx).entra.refresh(refreshToken),
  areOthersAccepted: (tx, now) => hasOtherTokens(tx, mailboxId, now),
  async saveTokens(tx, row, tokens) {
    await replaceTokens(tx, mailboxId, row.generation, tokens)
    // Valid tokens do not prove that an unavailable mailbox is back: the next call does.
    const status = row.status === 'unavailable' ? row.status : 'active'
    if (status === 'active') {
      if (await changeMailboxStatus(tx, ctx, mailboxId, 'active')) {
        await renewSignIn(tx, mailboxId)
        await resumeMailbox(ctx, tx, { mailboxId, userId: row.user_id })
      }
      // The page shows the new expiry.
      else await publishLiveEvent(tx, row.user_id, { type: 'mailbox', mailboxId })
    }
    return { ...row, ...tokens, status, generation: row.generation + 1 }
  },
  async requireSignIn(tx, row) {
    if (await changeMailboxStatus(tx, ctx, mailboxId, 'reauth_required')) return true
    // A page that requested the refresh shows its outcome even where the status was the same before.
    await publishLiveEvent(tx, row.user_id, { type: 'mailbox', mailboxId })
    return false
  },
  signInRequired: () => ctx.events.mailboxNeedsSignIn({ mailboxId }),
  isEnded: (error) => error instanceof EntraError && error.signInNeeded,
  // A refused registration is reported once, by the circuit breaker.
  refreshError: (error) => error,
  isUnauthorized,
})
