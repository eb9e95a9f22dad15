import { test } from 'vitest'
import { addMs, days } from '../../server/clock.ts'
import { browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'

/** From the palette to a quieter inbox, with running workers. */
const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

test('senders are counted, ordered, found, given a place and filed, and all of it is undone', async () => {
  const mailbox = await connectedMailbox(app, [{ displayName: 'Offers' }])
  await mailbox.call('mail-graph', { action: 'sync-folders', mailboxId: mailbox.mailboxId })
  const deliver = (from: string, fromName: string, subject: string, age: number, more: object = {}) =>
    mailbox.deliver({ from, fromName, subject, received: addMs(app.clock.now(), -days(age)), ...more })
  const headers = { 'List-Unsubscribe': '<http://shop.example/u>, <https://leave.shop.example/u?id=7>' }
  for (const age of [1, 2, 50]) await deliver('offers@shop.example', 'Corner Shop', `Sale ${age}`, age, { headers })
  await deliver('anna@people.example', 'Anna', 'Lunch', 3, { isRead: true })
  await deliver('root@machine.example', '', 'Disk', 4)

  const { page } = await openAs(browser, app, mailbox, '/history')
  await expect(page.getByRole('heading', { level: 1, name: 'Processing History' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Search or run a command' }).fill('newsletters who')
  await expect(page.getByRole('dialog').locator('[aria-current=true]')).toContainText('Senders')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Senders' })).toBeFocused()
  await page.getByRole('button', { name: 'Count the Senders' }).click()
  await expect(page.getByRole('heading', { name: '3 senders' })).toBeVisible()
  const rows = page.getByRole('table').getByRole('rowheader')
  await expect(rows).toContainText(['Corner Shop', 'Anna', 'root@machine.example'])
  const shop = page.getByRole('row').filter({ hasText: 'Corner Shop' })
  for (const value of ['2', '3', '0%', 'Inbox'])
    await expect(shop.getByRole('cell', { name: value, exact: true })).toBeVisible()
  const unsubscribe = shop.getByRole('link', { name: 'Unsubscribe from Corner Shop at leave.shop.example' })
  await expect(unsubscribe).toHaveText('Unsubscribe at leave.shop.example')
  await expect(unsubscribe).toHaveAttribute('href', 'https://leave.shop.example/u?id=7')
  await expect(unsubscribe).toHaveAttribute('rel', 'noopener noreferrer')

  const head = (name: string) => page.getByRole('columnheader', { name })
  await head('Sender').getByRole('button').press('Enter')
  await expect(head('Sender')).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows).toContainText(['Anna', 'Corner Shop', 'root@machine.example'])
  await head('Sender').getByRole('button').press('Enter')
  await expect(rows).toContainText(['root@machine.example', 'Corner Shop', 'Anna'])
  await page.getByRole('searchbox', { name: 'Search by name or address' }).fill('nobody')
  await expect(page.getByText('No sender has this in its name or address')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search by name or address' }).fill('SHOP.ex')
  await expect(rows).toContainText(['Corner Shop'])

  await page.getByRole('checkbox', { name: 'Select Corner Shop' }).press('Space')
  await page.getByRole('searchbox', { name: 'Search by name or address' }).fill('')
  await expect(rows).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select Anna' }).press('Space')
  const bar = page.getByRole('region', { name: 'The selected senders' })
  await expect(bar).toContainText('2 senders selected')
  await bar.getByRole('button', { name: 'Always to a Folder…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Offers' }).check()
  await dialog.getByRole('button', { name: 'Choose' }).click()
  await expect(shop).toContainText('always Offers')
  await expect(bar).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '3 senders' })).toBeFocused()
  await mailbox.call('mail-webhook-management', { action: 'subscribe', mailboxId: mailbox.mailboxId })
  await deliver('anna@people.example', 'Anna', 'Supper', 0)
  await expect.poll(async () => (await mailbox.inOutlook())['Offers']).toContain('Supper')
  await page
    .getByRole('list', { name: 'Chosen now' })
    .getByRole('button', { name: 'Undo: The emails of 2 senders go to “Offers”.' })
    .click()
  await expect(shop).not.toContainText('always')
  await expect(page.getByRole('heading', { name: '3 senders' })).toBeFocused()

  await page.getByRole('checkbox', { name: 'Select Corner Shop' }).check()
  await bar.getByRole('button', { name: 'File What Is There…' }).click()
  await expect(dialog.getByRole('radio', { name: 'Inbox' })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Offers' }).check()
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(toastIn(page, 'Moving 3 emails to “Offers”')).toBeVisible()
  const pressed = page.getByRole('listitem').filter({ hasText: '3 emails are in “Offers”' })
  await expect(pressed).toBeVisible()
  await pressed.getByRole('button', { name: /^Undo/ }).click()
  await expect(pressed).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '3 senders' })).toBeFocused()
  await expect.poll(async () => (await mailbox.inOutlook())['Offers']).toEqual(['Supper'])
})
