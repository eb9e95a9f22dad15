import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { cardIn, dialogIn, inboxCount, mailboxToSort, opener, startButton } from '../kit/sort-existing-page.ts'
import { appOfPages } from '../kit/start-app.ts'

const app = await appOfPages()
const browser = await browserOfFile()

test('by keyboard: estimated, started, paused, resumed in another window, done', async () => {
  const robin = await mailboxToSort(app, 3)
  await robin.deliver({ from: 'q@unknown.example', subject: 'Zzyzx' })
  const { page } = await openAs(browser, app, robin, '/dashboard?tab=mailbox')
  // Enabled once it is known that no run is active; a key press does not wait for that.
  await expect(opener(page)).toBeEnabled()
  await opener(page).press('Enter')
  await expect(dialogIn(page)).toContainText('At most 4 emails')
  await expect(dialogIn(page)).toContainText('Less than a minute')
  await expect(dialogIn(page).getByLabel('The last 30 days')).toBeFocused()
  await expect(dialogIn(page)).toContainText('At most 4 of the 100 that are left this month')
  await expect(dialogIn(page)).toContainText('Automated actions do not run for existing emails.')
  await dialogIn(page).getByRole('radio', { name: 'The last 30 days' }).press('ArrowDown')
  await expect(dialogIn(page).getByRole('radio', { name: 'The last 90 days' })).toBeChecked()
  // Enabled once the preview is loaded.
  await expect(startButton(page)).toBeEnabled()
  await startButton(page).press('Enter')
  await expect(dialogIn(page)).toHaveCount(0)
  await expect(cardIn(page, 'Sorting')).toContainText('0 of 4 emails')
  await expect(page.locator(':focus')).toHaveCount(1)
  await page.getByRole('button', { name: 'Pause' }).press('Enter')
  await expect(cardIn(page, 'Paused')).toContainText('4 emails left. Nothing is sorted until you resume.')
  await expect(page.getByRole('button', { name: 'Resume' })).toBeFocused()

  // In another window.
  await robin.call('sort-existing', { action: 'resume', mailboxId: robin.mailboxId })
  await expect(cardIn(page, 'Sorting').getByRole('progressbar')).toBeVisible()
  await app.runDueJobs()
  await expect(cardIn(page, 'Done').getByRole('definition')).toHaveText(['3', '1', '0'])
  await expect(opener(page)).toBeVisible()
  expect(await inboxCount(robin)).toBe(1)
  // New email is not sorted yet.
  await expect(page.getByRole('region', { name: "Let's Get Started" })).toContainText('3 of 4 done')
  await cardIn(page, 'Done').getByRole('button', { name: 'Undo…' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Undo Sorting Existing Emails' })).toContainText('3')
  await page.keyboard.press('Escape')
  await cardIn(page, 'Done').getByRole('link', { name: 'See them in the history' }).click()
  await expect(page.getByRole('heading', { name: '4 emails' })).toBeVisible()
})
