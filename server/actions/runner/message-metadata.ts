import { localDay } from '../../../contract/local-days.ts'
import type { Context } from '../../context.ts'
import { timeZoneOf } from '../../shared/user-time-zones.ts'
import type { Message } from '../../vendors/mailbox/message.ts'

/** What fills names of files and folders, and texts of an agent's plan. */
export interface MessageMetadata extends Pick<Message, 'from' | 'subject'> {
  /** `YYYY-MM-DD` in the user's time zone. */
  receivedOn: string
}

export async function metadataOf(
  ctx: Pick<Context, 'db'>,
  userId: string,
  { from, subject, receivedAt }: Message,
): Promise<MessageMetadata> {
  const timeZone = await ctx.db.asService((tx) => timeZoneOf(tx, userId))
  return { from, subject, receivedOn: localDay(receivedAt, timeZone) }
}
