import { randomUUID } from 'node:crypto'
import { later } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { emailKinds, type EmailKind, type EmailPayload } from './kinds.ts'
import { addOutgoingEmail } from './queries.ts'

export const payloadPlace = (emailId: string): string => `app.outgoing_emails/payload/${emailId}`

interface Request<K extends EmailKind> {
  kind: K
  payload: EmailPayload<K>
  /** Null where nobody knows yet whether there is such a person. With the person their e-mails go too. */
  userId: string | null
}

/** Puts an e-mail on its way, with the transaction that makes it necessary. */
export async function putEmail<K extends EmailKind>(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  { kind, payload, userId }: Request<K>,
): Promise<void> {
  const id = randomUUID()
  const now = ctx.clock.now()
  const payloadSealed = ctx.sealer.seal(payloadPlace(id), JSON.stringify(payload))
  await addOutgoingEmail(tx, { id, userId, kind, payloadSealed, now, expiresAt: later(now, emailKinds[kind].keptMs) })
  await ctx.jobs.enqueue(tx, 'send-email', { emailId: id })
}
