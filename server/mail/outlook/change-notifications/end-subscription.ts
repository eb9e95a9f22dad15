import type { Context } from '../../../context.ts'
import { openToken } from '../../../grants/sealed-tokens.ts'
import { mailboxTokenSealContext } from '../token-queries.ts'
import type { DeletedMailbox } from '../../mailboxes/mailbox-queries.ts'

/** Deletes the subscription of a mailbox that was disconnected, by the tokens that it had. */
export async function endSubscription(
  ctx: Pick<Context, 'clock' | 'vendors' | 'sealer'>,
  deleted: DeletedMailbox,
): Promise<void> {
  const { microsoft } = ctx.vendors
  const { provider_subscription_id: id, access_token_sealed, refresh_token_sealed, expires_at } = deleted
  if (!microsoft || !id || !access_token_sealed || !refresh_token_sealed || !expires_at) return
  const place = mailboxTokenSealContext({ mailboxId: deleted.id, userId: deleted.user_id })
  const token =
    expires_at > ctx.clock.now()
      ? openToken(ctx, place, 'access', { access_token_sealed })
      : (await microsoft.entra.refresh(openToken(ctx, place, 'refresh', { refresh_token_sealed }))).accessToken
  await microsoft.graph.forMailbox(token, null).subscriptions.delete(id)
}
