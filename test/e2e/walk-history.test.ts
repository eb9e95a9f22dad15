import { test } from 'vitest'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { openAs } from '../kit/folders-page.ts'
import { countIn, itemsIn, ownerOf60 } from '../kit/history-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { storeHistory } from '../kit/stored-history.ts'
import { toastIn } from '../kit/toast.ts'
import { sortedMails } from '../kit/trained-mailbox.ts'
import { holdEvents, navigate } from '../kit/walk.ts'

const app = await appOfPages()
const browser = await browserOfFile()

test('the history can be read again, is live and filtered, and never shows the email of another user', async () => {
  const robin = await ownerOf60(app)
  await robin.call('mail-webhook-management', { action: 'subscribe', mailboxId: robin.mailboxId })
  const other = await connectedMailbox(app)
  await storeHistory(app, other, 1)
  let [isBroken, connectEvents] = [true, (): void => undefined]
  const { page } = await openAs(browser, app, robin, '/history', {
    prepare: async (opened) => {
      connectEvents = await holdEvents(opened)
      await failCalls(opened, /email_processing_logs$/, { times: Infinity, status: 400, when: () => isBroken })
    },
  })
  await expect(toastIn(page, 'Failed to load processing logs')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The history is not available right now' })).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Try Again' }).press('Enter')
  await expect(itemsIn(page)).toHaveCount(25)

  // An email whose event comes later than the list is used: the press shows it, although the list was read just now.
  await robin.deliver({ subject: 'Comes without its event', from: 'ana@friends.example' })
  await sortedMails(app, robin, 61)
  await itemsIn(page).first().getByRole('button').first().press('Enter')
  await page.getByRole('button', { name: '1 new email' }).press('Enter')
  await expect(itemsIn(page).first()).toContainText('Comes without its event')
  connectEvents()
  await expect(countIn(page, '1–25 of 61 emails')).toBeVisible()

  await page.getByLabel('Folder', { exact: true }).selectOption('Invoices')
  await expect(countIn(page, '1–25 of 30 emails')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).press('Enter')
  await expect(countIn(page, '26–30 of 30 emails')).toBeFocused()
  await page.getByRole('button', { name: 'Stored mail 52', exact: true }).press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Why here?' })).toContainText('Subject <b>invoice</b>')
  await page.getByRole('button', { name: 'Clear Filters' }).press('Enter')
  await expect(page).toHaveURL(`${app.url}/history`)
  await expect(itemsIn(page)).toHaveCount(25)

  await robin.deliver({ subject: 'Comes by itself', from: 'ana@friends.example' })
  await sortedMails(app, robin, 62)
  // Not above the list that has the focus.
  await page.getByRole('button', { name: '1 new email' }).press('Enter')
  await expect(itemsIn(page).first()).toContainText('Comes by itself')

  await navigate(page, `/history?mailbox=${other.mailboxId}`)
  await expect(page.getByRole('heading', { name: 'No emails match these filters' })).toBeVisible()
})
