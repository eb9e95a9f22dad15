import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { deliverBills, unsureMailbox } from './review-page.ts'
import type { App } from './start-app.ts'

/** A mailbox with the emails "Bill 1: amount due" and so on, which wait for a review; the last one is the newest. */
export async function mailboxToReview(app: App, bills: number) {
  const mailbox = await unsureMailbox(app)
  await deliverBills(app, mailbox, bills)
  const inFolder = async (folder: string): Promise<string[]> => {
    // The emails of a group are moved by a job.
    await app.runDueJobs()
    return ((await mailbox.inOutlook())[folder] ?? []).filter((subject) => subject.startsWith('Bill')).toSorted()
  }
  return {
    mailbox,
    expectIn: (folder: string, numbers: number[]) =>
      expect.poll(() => inFolder(folder)).toEqual(numbers.map((n) => `Bill ${n}: amount due`)),
    corrected: () => mailbox.rows('email_processing_logs?select=id&corrected_at=not.is.null'),
  }
}

/** The email that is to be reviewed. */
export const reviewedMail = (page: Page) => page.getByRole('article')
