import { expect } from 'vitest'
import type { History } from '../../../test/kit/sorted-mail.ts'
import type { App } from '../../../test/kit/start-app.ts'
import { invoice } from '../../../test/kit/trained-mailbox.ts'

export const afterRead = { fileWhen: 'after_read', fileDelayMinutes: 10 }

/** What tests of email that waits in the inbox do. */
export function delaysOf(app: App, history: History) {
  const { mailbox } = history
  const settings = (change: object) =>
    mailbox.call('mailbox-settings', { action: 'save', mailboxId: mailbox.mailboxId, ...change })
  return {
    settings,
    /** One invoice that waits in the inbox. */
    delayed: async (change: object, mail: Parameters<typeof history.deliverAndSort>[0] = invoice(20)) => {
      await settings(change)
      const sorted = await history.deliverAndSort(mail)
      expect(await history.outlookFolderOf(sorted.messageId)).toBe('Inbox')
      return sorted
    },
    later: async (pause: string): Promise<void> => {
      await app.advance(pause)
      await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'reconcile-mailboxes', {}))
      await app.runDueJobs()
      // Sessions last for an hour.
      Object.assign(mailbox.user, await mailbox.signInAgain())
    },
    change: (id: string, changes: object) =>
      app.control('PATCH', `/control/outlook/${mailbox.email}/messages/${id}`, changes),
    setFolder: (changes: object) =>
      mailbox.rows(`email_folders?id=eq.${history.folderId('Invoices')}`, {
        method: 'PATCH',
        body: JSON.stringify(changes),
      }),
    correct: (input: object) => mailbox.call('sorted-mail', input),
    used: async () => {
      const rows = await mailbox.rows<{ emails_processed: number }[]>('usage?select=emails_processed')
      return rows.map(({ emails_processed }) => emails_processed)
    },
  }
}
