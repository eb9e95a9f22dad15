import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { Notice } from '../../emails/email-kinds.ts'
import { enqueueEmail } from '../../emails/enqueue-email.ts'
import { languageOf } from '../../shared/email-recipient.ts'
import type { User } from '../user-rows/user-queries.ts'

/** Enqueues a security notice to the account's owner. */
export const enqueueAccountNotice = (
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  { id, email, raw_user_meta_data }: Pick<User, 'id' | 'email' | 'raw_user_meta_data'>,
  notice: Notice,
): Promise<void> =>
  enqueueEmail(tx, ctx, {
    kind: 'account-notice',
    payload: { notice, email, language: languageOf(raw_user_meta_data), at: ctx.clock.now().toISOString() },
    userId: id,
  })
