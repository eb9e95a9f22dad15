import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import { connectedMailbox, type ConnectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { storeHistory } from '../kit/stored-history.ts'

/** The visible content does not move when data loads or messages arrive. */

const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

async function person(stored: number): Promise<ConnectedMailbox> {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }, { displayName: 'Travel' }])
  await who.call('mail-webhook-management', { action: 'subscribe', mailboxId: who.mailboxId })
  await storeHistory(app, who, stored)
  return who
}
const open = (who: ConnectedMailbox, query = '', options: Parameters<typeof openAs>[4] = {}) =>
  openAs(browser, app, who, `/history${query}`, {
    ...options,
    prepare: async (page) => {
      await watchShifts(page)
      await options.prepare?.(page)
    },
  })
const items = (page: Page) => page.getByRole('list', { name: 'Processed emails, newest first' }).locator(':scope > li')
const newer = (page: Page) => page.getByRole('button', { name: /new emails?$/ })
const shiftLimit = 0.05

/** Delivers and sorts messages while the page is open. */
async function arrive(who: ConnectedMailbox, ...some: string[]): Promise<void> {
  const done = () => who.rows<unknown[]>('email_processing_logs?status=neq.processing&message_id=not.like.stored-*')
  for (const subject of some) {
    await who.deliver({ subject, from: 'ana@friends.example' })
    await expect.poll(async () => JSON.stringify(await done())).toContain(subject)
  }
}

test('does not shift when an email is opened', async () => {
  const { page } = await open(await person(30))
  await page.getByRole('button', { name: 'Stored mail 2', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Why here?' })).toBeVisible()
  await page.getByRole('button', { name: 'Move “Stored mail 2” to…' }).hover()
  expect(await shiftsOf(page)).toBeLessThan(shiftLimit)
})

test('holds new email back also where the pointer came while the list was read again', async () => {
  const who = await person(30)
  const { page } = await open(who)
  await expect(items(page)).toHaveCount(25)
  const gate = Promise.withResolvers<void>()
  let held = 0
  await page.route('**/rest/v1/email_processing_logs*', async (route) => {
    held += 1
    await gate.promise
    await route.continue()
  })
  await arrive(who, 'Comes first')
  await expect.poll(() => held).toBeGreaterThan(0)
  await items(page).nth(2).hover()
  gate.resolve()
  await expect(items(page).first()).toContainText('Comes first')
  await expect(items(page).first()).not.toContainText('Processing')
  await arrive(who, 'Waits')
  await expect(newer(page)).toHaveText('1 new email')
  await expect(items(page).first()).toContainText('Comes first')
})

test('new email waits also after a reload of a further page, whose address gets an anchor', async () => {
  const who = await person(60)
  const { page } = await open(who, '?page=2')
  await expect(page).toHaveURL(/until=/)
  await expect(items(page).first()).toContainText('Stored mail 25')
  await arrive(who, 'Later')
  await expect(newer(page)).toHaveText('1 new email')
  await page.reload()
  await expect(newer(page)).toHaveText('1 new email')
  await expect(items(page).first()).toContainText('Stored mail 25')
})

test('the dates of the filters are side by side on a tablet', async () => {
  const { page } = await open(await person(30), '', { width: 768, height: 800 })
  const top = async (label: string) => (await page.getByLabel(label, { exact: true }).boundingBox())?.y
  await expect(items(page)).toHaveCount(25)
  expect(await top('From')).toBe(await top('To'))
})
