import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import type { Notice } from '../../emails/kinds.ts'
import { putEmail } from '../../emails/put-email.ts'
import type { User } from '../queries.ts'

/** Tells the owner by e-mail, in case it was somebody else. */
export const putNotice = (
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  { id, email }: Pick<User, 'id' | 'email'>,
  notice: Notice,
): Promise<void> =>
  putEmail(tx, ctx, {
    kind: 'account-notice',
    payload: { notice, email, at: ctx.clock.now().toISOString() },
    userId: id,
  })
