import { expect } from 'vitest'
import type { History } from './sorted-mail.ts'
import type { App } from './start-app.ts'
import { invoice } from './trained-mailbox.ts'

export const placesOfMail = ['Inbox', 'Invoices', 'Newsletters'] as const
/** In the history, or by hand in Outlook; `lost`: Outlook moves the message and the response is lost. */
export interface CorrectionOfMail {
  how: 'history' | 'lost' | 'by hand'
  to: (typeof placesOfMail)[number]
}

let mails = 100

/** The last of these corrections counts. @param known whether the email is sorted at first */
export async function expectLastCorrection(
  app: App,
  history: History,
  { corrections, known }: { corrections: CorrectionOfMail[]; known: boolean },
): Promise<void> {
  const mail = known ? invoice(mails++) : { from: `n${mails}@new.example`, subject: `Zzzz ${mails++}` }
  const { logId, messageId } = await history.deliverAndSort(mail)
  let place = await history.outlookFolderOf(messageId)
  /** Where the message would be without moves in Outlook. */
  let ours = place
  for (const correction of corrections) {
    if (correction.how === 'by hand') {
      await history.moveInOutlook(messageId, correction.to)
      place = correction.to
    } else {
      const outcome = await correct(app, history, logId, correction)
      if (outcome === 'mail_moved_meanwhile') expect(place).not.toBe(ours)
      else {
        expect(['done', 'waiting']).toContain(outcome)
        place = correction.to
        ours = correction.to
      }
    }
    await app.runDueJobs()
    expect(await history.outlookFolderOf(messageId)).toBe(place)
    // A return by hand counts as a correction once the notification arrives.
    const row = await history.row(logId)
    if (row.status === 'left') ours = 'Inbox'
  }
  // Not for every message: the test's session would expire.
  if (corrections.some(({ how }) => how === 'lost')) await app.advance('70 s')
  await app.runDueJobs()
  expect(await history.outlookFolderOf(messageId)).toBe(place)
  expect(await history.requestedMoves()).toEqual([])
  const row = await history.row(logId)
  expect(row.status).not.toBe('processing')
  if (row.corrected_at !== null) expect(row.decided_by).toBe('user')
  if (corrections.every(({ how }) => how !== 'by hand')) {
    expect(row.target_folder_id).toBe(place === 'Inbox' ? null : history.folderId(place ?? ''))
    const [stored, ...others] = await history.corrections(messageId)
    expect(others).toEqual([])
    expect(stored?.folder_id).toBe(row.target_folder_id)
  }
}

async function correct(app: App, history: History, logId: string, { how, to }: CorrectionOfMail): Promise<string> {
  const lost = { service: 'graph', method: 'POST', path: '/move$', when: 'after', status: 504, times: 1 }
  await app.faults(...(how === 'lost' ? [lost] : []))
  const folderId = to === 'Inbox' ? null : history.folderId(to)
  const outcome = await history.callSortedMail(
    folderId === null ? { action: 'move', logId, folderId: null } : { action: 'move', logId, folderId },
  )
  await app.faults()
  return outcome
}
