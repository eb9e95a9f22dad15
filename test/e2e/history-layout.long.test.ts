import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import { connectedMailbox, type ConnectedMailbox } from '../kit/mailbox.ts'
import { appOfFile } from '../kit/start-app.ts'
import { storeHistory } from '../kit/stored-history.ts'

/** The visible content does not move when data loads or messages arrive. */

const app = await appOfFile({ workers: true })
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
const subjects = (page: Page): Promise<string[]> => items(page).getByRole('heading').allInnerTexts()
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

test('does not shift while loading, at any width', async () => {
  const who = await person(60)
  for (const width of [1440, 768, 390]) {
    const gate = Promise.withResolvers<void>()
    const prepare = async (page: Page): Promise<void> => {
      await page.route('**/rest/v1/email_processing_logs*', async (route) => {
        await gate.promise
        await route.continue()
      })
    }
    const { page } = await open(who, '', { width, prepare })
    await expect(page.getByText('Loading processing logs...')).toBeAttached()
    gate.resolve()
    await expect(items(page)).toHaveCount(25)
    expect(await shiftsOf(page), String(width)).toBeLessThan(shiftLimit)
  }
})

test('does not shift when an email is opened', async () => {
  const { page } = await open(await person(30))
  await page.getByRole('button', { name: 'Stored mail 2', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Why here?' })).toBeVisible()
  await page.getByRole('button', { name: /^Move “/ }).hover()
  expect(await shiftsOf(page)).toBeLessThan(shiftLimit)
})

test('shows new email live, but holds it back while the list is in use', async () => {
  const who = await person(60)
  const { page, complaints } = await open(who)
  await expect(items(page)).toHaveCount(25)
  await arrive(who, 'Comes by itself')
  await expect(items(page).first()).toContainText('Comes by itself')
  await expect(items(page).first()).not.toContainText('Processing')

  const before = await subjects(page)
  const sum = await shiftsOf(page)
  await items(page).nth(2).hover()
  await arrive(who, 'Waits one', 'Waits two')
  await expect(newer(page)).toHaveText('2 new emails')
  expect(await subjects(page)).toEqual(before)
  await expect(page.getByRole('heading', { name: '1–25 of 61 emails' })).toBeVisible()
  await expect(page.locator('[aria-live=polite]').filter({ hasText: /new emails? in the history/ })).toBeAttached()
  expect((await shiftsOf(page)) - sum).toBeLessThan(shiftLimit)
  // While the pointer moves to the button, no rows are inserted, which would move it.
  await newer(page).hover()
  await expect(newer(page)).toHaveText('2 new emails')
  await newer(page).click()
  await expect(items(page).first()).toContainText('Waits two')
  await expect(newer(page)).toHaveCount(0)
  await expect(page.getByText('1–25 of 63 emails')).toBeFocused()

  // An open message counts as being read, wherever the pointer is, and by keyboard as well.
  await page.getByRole('button', { name: 'Waits two', exact: true }).press('Enter')
  await page.mouse.move(5, 5)
  const reading = await page.getByRole('heading', { name: 'Why here?' }).boundingBox()
  await arrive(who, 'Waits three')
  await expect(newer(page)).toHaveText('1 new email')
  expect(await page.getByRole('heading', { name: 'Why here?' }).boundingBox()).toEqual(reading)
  await page.getByRole('button', { name: 'Waits two', exact: true }).press('Enter')
  await page.getByLabel('Search by subject or sender').focus()
  await expect(items(page).first()).toContainText('Waits three')
  expect(complaints).toEqual([])
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

test('keeps further pages stable while email arrives, and continues after the first', async () => {
  const who = await person(60)
  // On a phone, which has the least space for new rows.
  const { page } = await open(who, '', { width: 390, height: 844 })
  await expect(items(page)).toHaveCount(25)
  const first = await subjects(page)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: '26–50 of 60 emails' })).toBeVisible()
  await expect(items(page).first()).toContainText('Stored mail 25')
  const second = await subjects(page)
  expect(second.filter((subject) => first.includes(subject))).toEqual([])
  const sum = await shiftsOf(page)
  await arrive(who, 'Later one', 'Later two')
  await expect(newer(page)).toHaveText('2 new emails')
  expect(await subjects(page)).toEqual(second)
  await expect(page.getByRole('heading', { name: '26–50 of 60 emails' })).toBeVisible()
  expect((await shiftsOf(page)) - sum).toBeLessThan(shiftLimit)
  await page.reload()
  await expect(newer(page)).toHaveText('2 new emails')
  await expect(items(page).first()).toContainText('Stored mail 25')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(items(page).first()).toContainText('Stored mail 50')
  await newer(page).press('Enter')
  await expect(items(page).first()).toContainText('Later two')
  await expect(page).toHaveURL(`${app.url}/history`)

  // An address without an anchor time gets one.
  await page.goto(`${app.url}/history?page=2`)
  await expect(page).toHaveURL(/until=/)
  await expect(items(page).first()).toContainText('Stored mail 23')
  await arrive(who, 'Later three')
  await expect(newer(page)).toHaveText('1 new email')
  await expect(items(page).first()).toContainText('Stored mail 23')
})

test('the dates of the filters are side by side on a tablet', async () => {
  const { page } = await open(await person(30), '', { width: 768, height: 800 })
  const top = async (label: string) => (await page.getByLabel(label, { exact: true }).boundingBox())?.y
  await expect(items(page)).toHaveCount(25)
  expect(await top('From')).toBe(await top('To'))
})
