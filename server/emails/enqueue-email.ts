import { randomUUID } from 'node:crypto'
import { addMs } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { emailKinds, type EmailKind, type EmailPayload } from './email-kinds.ts'
import { insertOutgoingEmail } from './queries.ts'

export const payloadSealContext = (emailId: string): string => `app.outgoing_emails/payload/${emailId}`

interface NewEmail<K extends EmailKind> {
  kind: K
  payload: EmailPayload<K>
  /** Null where the address may have no account. Deleting the user deletes their emails. */
  userId: string | null
  /** Not before this time; at once by default. */
  sendAt?: Date
}

/** Enqueues an email in the caller's transaction. */
export async function enqueueEmail<K extends EmailKind>(
  tx: Tx,
  ctx: Pick<Context, 'clock' | 'jobs' | 'sealer'>,
  { kind, payload, userId, sendAt }: NewEmail<K>,
): Promise<void> {
  const id = randomUUID()
  const now = ctx.clock.now()
  const payloadSealed = ctx.sealer.seal(payloadSealContext(id), JSON.stringify(payload))
  await insertOutgoingEmail(tx, {
    id,
    userId,
    kind,
    payloadSealed,
    now,
    sendAt: sendAt ?? now,
    expiresAt: addMs(sendAt ?? now, emailKinds[kind].lifetimeMs),
  })
  // `reconcile-emails` enqueues it when it is due.
  if (sendAt) return
  await ctx.jobs.enqueue(tx, 'send-email', { emailId: id })
}
