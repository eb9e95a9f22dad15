import type { z } from 'zod'
import { MailAuthenticationInput, MailAuthenticationOutput } from '../../contract/functions/mail-authentication.ts'
import { noteInTrail } from '../db/security-trail.ts'
import { fail } from '../errors.ts'
import { fn, perUser } from '../http/route.ts'
import { microsoftOf } from './access-token.ts'
import { disconnect } from './disconnect.ts'
import { orOutlookFailure } from './outlook-failure.ts'
import { mailboxOf } from './queries.ts'
import { authorize } from './sign-in/authorize.ts'
import { refreshTokens } from './tokens/refresh-tokens.ts'

export const mailAuthentication = fn('mail-authentication', {
  auth: 'user',
  limit: perUser(60, 'minute'),
  input: MailAuthenticationInput,
  output: MailAuthenticationOutput,
  async handle(ctx, { user, input, headers, from }): Promise<z.input<typeof MailAuthenticationOutput>> {
    if (input.action === 'authorize') return { url: await authorize(ctx, user, input, headers) }
    const { mailboxId } = input
    const at = { userId: user.userId, mailboxId }
    if (input.action === 'disconnect') {
      await disconnect(ctx, at)
      await noteInTrail(ctx, { ...user, action: 'mailbox_disconnected' }, from)
      return { success: true }
    }
    const own = await ctx.db.asService((tx) => mailboxOf(tx, at))
    if (!own) fail('mailbox_not_found')
    // The person asks, so also where Microsoft has said no before.
    const { expires_at } = await orOutlookFailure(() => refreshTokens(ctx, microsoftOf(ctx), mailboxId, () => true))
    return { success: true, expires_at: expires_at.toISOString() }
  },
})
