import type { Context } from '../../context.ts'
import { providerOfMailbox } from './mail-providers.ts'

/** Makes a mailbox announce new email, or not, according to its real-time switch. */
export const ensureSubscription = async (ctx: Context, mailboxId: string): Promise<void> =>
  (await providerOfMailbox(ctx, mailboxId)).keepWatching(ctx, mailboxId)
