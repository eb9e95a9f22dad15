import type { RemoteContext } from '../context.ts'
import { learnFiledMail } from './learning/learn-filed-mail.ts'
import { detectManualMoves } from './moves/detect-manual-moves.ts'

/** Moves by hand come first: of many at once nothing is learned, and in their folder they look like filed mail. */
export async function learnMailbox(ctx: RemoteContext, mailboxId: string): Promise<void> {
  await detectManualMoves(ctx, mailboxId)
  await learnFiledMail(ctx, mailboxId)
}
