import type { ConnectedMailbox } from './mailbox.ts'
import type { App } from './start-app.ts'

/**
 * Inserts history rows as sorting writes them, one a minute, newest first: `Stored mail 1`, `Stored mail 2` … Every
 * second one is in Invoices, with Travel as the runner-up. The others were left with low confidence, except for number
 * 3, which failed.
 */
export async function storeHistory(app: App, who: ConnectedMailbox, rows: number): Promise<void> {
  const start = app.clock.now().getTime() - 60_000
  const named = await who.rows<{ id: string; folder_name: string }[]>('email_folders')
  const folders = new Map(named.map((row) => [row.folder_name, row.id]))
  await app.ctx.db.asService((tx) =>
    tx
      .insertInto('email_processing_logs')
      .values(
        Array.from({ length: rows }, (_, at) => ({
          user_id: who.user.userId,
          mailbox_id: who.mailboxId,
          message_id: `stored-${at}`,
          processed_at: new Date(start - at * 60_000),
          status: at === 3 ? 'failed' : at % 2 === 0 ? 'processed' : 'left',
          target_folder_id: at % 2 === 0 ? (folders.get('Invoices') ?? null) : null,
          subject: at === 0 ? '50%_off, (really)*' : `Stored mail ${at}`,
          from_address: at % 10 === 0 ? 'bills@power.example' : 'ana@friends.example',
          from_name: at % 10 === 0 ? 'Power' : 'Ana',
          classification_confidence: 0.87,
          decided_by: 'classifier',
          reason: at === 3 ? 'poison' : at % 2 === 0 ? 'sorted' : 'low_confidence',
          evidence: JSON.stringify([
            { kind: 'sender', text: 'bills@power.example' },
            { kind: 'subject', text: '<b>invoice</b>' },
          ]),
          runner_up_folder_id: folders.get('Travel') ?? null,
          runner_up_confidence: 0.11,
        })),
      )
      .execute(),
  )
}
