import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { failCalls, signedIn, browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { openAs, rowOf } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { expireIn, refreshesOf } from '../kit/shared-session.ts'
import { pressSignOut } from '../kit/sign-in-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { fillLogin, newAccount } from '../kit/visitors.ts'
import { navigate } from '../kit/walk.ts'

const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

test('a refresh survives a gateway error; a tab that has loaded the auth client ends with the session', async () => {
  const { page: first } = await browser.open()
  await signedIn(first, app.url, await newAccount(app))
  await first.goto(`${app.url}/dashboard`)
  const overview = first.getByRole('tab', { name: 'Overview' })
  await expect(overview).toBeVisible()
  const second = await first.context().newPage()
  const refreshes = [refreshesOf(first), refreshesOf(second)]
  // Loading a page with a session that is about to expire loads the auth client.
  await expireIn(app, first, 20)
  await second.goto(`${app.url}/account`)
  await expect(second.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  await expect.poll(() => refreshes[1]).toEqual([200])

  await failCalls(first, /\/auth\/v1\/token/, { status: 503, times: 2 })
  await expireIn(app, first, 20)
  await first.reload()
  await expect(overview).toBeVisible()
  await expect.poll(() => refreshes[0]).toEqual([503, 503, 200])

  // Waited for from the start: the toasts of a second tab do not stay.
  await Promise.all([
    expect(second.getByRole('listitem').filter({ hasText: 'Your session has ended' })).toContainText(
      'Please sign in again.',
    ),
    pressSignOut(first),
  ])
  for (const page of [first, second]) await expect(page).toHaveURL(`${app.url}/auth/login`)
})

test('a session that the server refuses is reported once, and the sign-in leads back', async () => {
  const account = await newAccount(app)
  const { page } = await browser.open()
  await signedIn(page, app.url, account)
  await page.goto(`${app.url}/subscription`)
  const subscription = page.getByRole('heading', { name: 'Subscription', exact: true })
  await expect(subscription).toBeVisible()
  await expireIn(app, page, 0, { expires_at: 1, refresh_token: 'abcdefghijkl' })
  await page.reload()
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  const toast = page.getByRole('listitem').filter({ hasText: 'Your session has ended' })
  await expect(toast).toContainText('Please sign in again.')
  await expect(toast).toHaveCount(1)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await fillLogin(page, account)
  await expect(subscription).toBeVisible()
})

test('two tabs keep what is typed in each, and follow what the other one saves', async () => {
  const mailbox = await connectedMailbox(app, [{ displayName: 'Bills' }])
  const { page: one } = await openAs(browser, app, mailbox, '/dashboard?tab=folders')
  const other = await one.context().newPage()
  await other.goto(`${app.url}/dashboard?tab=folders`)
  const field = (tab: Page) => tab.getByRole('textbox', { name: 'Instructions for Bills' })
  const edit = (tab: Page) => tab.getByRole('button', { name: 'Edit instructions of Bills' }).press('Enter')
  const fill = async (tab: Page, text: string): Promise<void> => {
    await field(tab).fill(text)
    await field(tab).press('Control+Enter')
  }
  await edit(one)
  await field(one).fill('Invoices')
  await edit(other)
  await fill(other, 'Invoices and reminders')
  await expect(field(other)).toHaveCount(0)
  await field(one).press('Control+Enter')
  const conflict = one.getByRole('alert').filter({ hasText: 'instructions were saved in another window' })
  await expect(conflict).toContainText('Yours are still here; saving replaces the others.')
  await expect(field(one)).toHaveValue('Invoices')
  await one.getByRole('button', { name: 'Show saved instructions' }).click()
  await expect(field(one)).toHaveValue('Invoices and reminders')
  await one.getByRole('button', { name: 'Show my instructions' }).click()
  // The editor of the other tab follows where nothing was typed, and keeps what was typed in a draft.
  await edit(other)
  await fill(one, 'Invoices of 2026')
  await expect(field(one)).toHaveCount(0)
  await expect(field(other)).toHaveValue('Invoices of 2026')
  await field(other).fill('Bills only')
  await navigate(other, '/account')
  await expect(field(other)).toHaveCount(0)
  await navigate(other, '/dashboard?tab=folders')
  await edit(one)
  await fill(one, 'Everything that costs money')
  await expect(rowOf(other, 'Bills')).toContainText('Everything that costs money')
  await edit(other)
  await expect(field(other)).toHaveValue('Bills only')
  await expect(other.getByRole('alert').filter({ hasText: 'saved in another window' })).toBeVisible()
  await other.getByRole('button', { name: 'Cancel editing' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  for (const tab of [one, other]) await navigate(tab, '/account')
  const zone = (tab: Page) => tab.getByRole('combobox', { name: 'Your time zone' })
  await expect(zone(other)).toHaveValue('automatic')
  await zone(one).selectOption('Pacific/Kiritimati')
  await expect(zone(other)).toHaveValue('Pacific/Kiritimati')
  await other.locator('#digest').getByRole('button', { name: 'Change' }).click()
  await other.getByRole('switch', { name: 'Send me the digest' }).click()
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(one.locator('#digest')).toContainText('Each day at 6:00 AM')
})

const refreshToken = (page: Page): Promise<unknown> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('mailroom.session') ?? '{}').refresh_token)

test('refreshes tokens of an open page before they expire', async () => {
  const { page } = await browser.open()
  await page.clock.install()
  await signedIn(page, app.url, await newAccount(app))
  await page.goto(`${app.url}/dashboard`)
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  const refreshes = refreshesOf(page)
  const before = await refreshToken(page)
  await page.clock.runFor('30:00')
  expect(refreshes).toEqual([])
  // The server's clock also follows the machine's: ten minutes are left for the page before its token has ended.
  await app.advance('50 min')
  await page.clock.runFor('29:00')
  await expect.poll(() => refreshes).toEqual([200])
  await expect.poll(() => refreshToken(page)).not.toBe(before)

  // The server rejects a token that a slow clock takes for valid.
  await app.advance('2 h')
  await navigate(page, '/account')
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  await expect.poll(() => refreshes).toEqual([200, 200])
})
