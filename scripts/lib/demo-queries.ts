import type { Database } from '../../server/db/database.ts'
import { modelUsageOf } from '../../server/shared/language-model-usage.ts'
import type { Outcome } from './demo-table.ts'

/** Grants the smallest plan that is large enough, unless the account has one. No page offers this without payment. */
export async function grantPlan(db: Database, userId: string, mails: number): Promise<void> {
  await db.asService(async (tx) => {
    const plan = await tx
      .selectFrom('plans')
      .select('id')
      .where('email_limit', '>=', mails)
      .orderBy('email_limit')
      .executeTakeFirst()
    if (!plan) throw new Error(`No plan has a limit of ${mails} emails or more`)
    await tx
      .insertInto('subscriptions')
      .values({ user_id: userId, plan_id: plan.id, status: 'active' })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute()
  })
}

export async function listProcessingLog(db: Database, mailboxId: string): Promise<Outcome[]> {
  return db.asService((tx) =>
    tx
      .selectFrom('email_processing_logs as l')
      .leftJoin('email_folders as f', 'f.id', 'l.target_folder_id')
      .select([
        'l.message_id',
        'l.subject',
        'l.status',
        'l.reason',
        'l.explanation',
        'l.classification_confidence',
        'l.asked_model',
        'f.display_name',
      ])
      .where('l.mailbox_id', '=', mailboxId)
      .orderBy('l.created_at')
      .execute(),
  )
}

/** What the language model was asked for this user. */
export const readModelUsage = (db: Database, userId: string): ReturnType<typeof modelUsageOf> =>
  db.asService((tx) => modelUsageOf(tx, userId, '1970-01-01'))
