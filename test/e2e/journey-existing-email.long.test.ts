import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { cardIn, dialogIn, inboxCount, mailboxToSort, opener, startButton } from '../kit/sort-existing-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { setUsage } from '../kit/subscriptions.ts'
import { toastIn } from '../kit/toast.ts'
import { invoice } from '../kit/trained-mailbox.ts'

const app = await appOfPages()
const browser = await browserOfFile()

test('explains failures and the limit, loses nothing, and can be canceled', async () => {
  const robin = await mailboxToSort(app, 1)
  const { page } = await openAs(browser, app, robin, '/dashboard?tab=mailbox')
  await failCalls(page, /sort-existing/, {
    status: 409,
    code: 'mailbox_reauth_required',
    message: 'Please reconnect the mailbox: it no longer accepts the sign-in.',
    when: (body) => body.includes('estimate'),
  })
  await opener(page).click()
  await expect(dialogIn(page).getByRole('alert')).toContainText('Please reconnect the mailbox')
  await expect(startButton(page)).toBeDisabled()
  await dialogIn(page).getByRole('button', { name: 'Try Again' }).click()
  await expect(dialogIn(page)).toContainText('At most 1 email')
  await failCalls(page, /sort-existing/, {
    status: 503,
    code: 'outlook_busy',
    message: 'The mailbox is busy. Please try again in a moment.',
    when: (body) => body.includes('start'),
  })
  await startButton(page).click()
  await expect(dialogIn(page).getByRole('alert')).toHaveText(
    'Nothing was started: The mailbox is busy. Please try again in a moment.',
  )
  // Meanwhile the user starts a run in another window.
  await robin.call('sort-existing', { action: 'start', mailboxId: robin.mailboxId, lastDays: 7 })
  await startButton(page).click()
  await expect(toastIn(page, 'Sorting is under way')).toContainText(
    'Existing emails of this mailbox are being sorted already.',
  )
  await expect(cardIn(page, 'Sorting')).toBeVisible()
  await failCalls(page, /sort-existing/, {
    status: 409,
    code: 'backfill_not_open',
    message: 'This has ended already, or was changed in another window. Please reload the page.',
    when: (body) => body.includes('pause'),
  })
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(toastIn(page, 'Pause failed')).toContainText('This has ended already')
  await app.runDueJobs()
  await expect(cardIn(page, 'Done')).toBeVisible()

  // The limit, before and after. A new month would reset the usage.
  using _still = app.clock.stop()
  for (let n = 1; n <= 5; n++) await robin.deliver(invoice(`further ${n}`))
  await setUsage(app, robin.user.userId, 98)
  await opener(page).click()
  await expect(dialogIn(page)).toContainText('has room for 2 more. Sorting stops exactly there: 3 emails may remain')
  await expect(dialogIn(page).getByRole('link', { name: 'See plans' })).toBeVisible()
  await startButton(page).click()
  await expect(cardIn(page, 'Sorting')).toBeVisible()
  await app.runDueJobs()
  await expect(cardIn(page, 'Stopped at the limit')).toContainText('3 emails remain in the inbox.')
  await expect(cardIn(page, 'Stopped at the limit').getByRole('link', { name: 'See plans' })).toBeVisible()
  expect(await inboxCount(robin)).toBe(3)

  await setUsage(app, robin.user.userId, 50)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(cardIn(page, 'Sorting')).toBeVisible()
  const cancel = page.getByRole('button', { name: 'Cancel Sorting' })
  const question = page.getByRole('alertdialog', { name: 'Cancel sorting existing emails?' })
  await cancel.click()
  await question.getByRole('button', { name: 'Continue Sorting' }).click()
  await expect(cancel).toBeFocused()
  await cancel.click()
  await question.getByRole('button', { name: 'Cancel Sorting' }).click()
  await expect(question).toHaveCount(0)
  await expect(cardIn(page, 'Canceled')).toContainText('What was sorted stays sorted.')
  await app.runDueJobs()
  expect(await inboxCount(robin)).toBe(3)
})
