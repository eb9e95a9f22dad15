import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { makeStale } from './learning-queries.ts'

/** Lessons were taken back: the classifier learns all others again, from the first on; until then it serves on. */
export async function learnAnew(ctx: Pick<Context, 'jobs'>, tx: Tx, mailboxId: string): Promise<void> {
  await makeStale(tx, mailboxId)
  await ctx.jobs.enqueue(tx, 'learn-mailbox', { mailboxId })
}
