import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { expectNoAxeViolations, failCalls, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { horizontalOverflow, openAs } from '../kit/folders-page.ts'
import { connectedMailbox, type ConnectedMailbox } from '../kit/mailbox.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'

let app: App
let browser: TestBrowser
let robin: ConnectedMailbox

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
  robin = await connectedMailbox(app, [
    { displayName: 'Archive' },
    { displayName: 'Projects', children: [{ displayName: 'Bridge', children: [{ displayName: 'Drawings' }] }] },
    { displayName: 'Zoo' },
  ])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const open = (options: Parameters<typeof openAs>[4] = {}, who = robin) =>
  openAs(browser, app, who, '/dashboard?tab=folders', options)
const active = (page: Page, name: string) => page.getByRole('switch', { name: `Active: ${name}`, exact: true })
const names = (page: Page) => page.getByRole('rowheader')
const bulk = (page: Page) => page.getByRole('region', { name: 'Change the selected folders' })

test('nests folders; a filter finds them by name with their number', async () => {
  const { page } = await open()
  // The number of emails stands between the name and the path once it is known.
  await expect(names(page)).toHaveText([
    /^Archive/,
    /^Projects/,
    /^Bridge.* in Projects$/,
    /^Drawings.* in Projects\/Bridge$/,
    /^Zoo/,
  ])
  const left = async (name: string) =>
    (await names(page).locator('bdi').getByText(name, { exact: true }).boundingBox())?.x ?? 0
  expect(await left('Bridge')).toBeGreaterThan(await left('Archive'))
  expect(await left('Drawings')).toBeGreaterThan(await left('Bridge'))

  const filter = page.getByLabel('Filter folders by name')
  await filter.fill('BRIDGE')
  await expect(names(page)).toHaveCount(2)
  await expect(page.getByText('in Projects/Bridge')).toBeVisible()
  await expect(page.locator('output[aria-live=polite]')).toContainText('2 folders found')
  await filter.fill('nowhere')
  await expect(page.getByText('No folder has “nowhere” in its name.')).toBeVisible()
  await expectNoAxeViolations(page)
})

test('changes several by keyboard: shown at once, saved, reverted on failure', async () => {
  const { page, complaints } = await open()
  const select = page.getByRole('button', { name: 'Select', exact: true })
  await select.press('Enter')
  await expect(bulk(page)).toContainText('0 folders selected')
  await expect(bulk(page).getByRole('button', { name: 'Active off' })).toBeDisabled()
  for (const name of ['Archive', 'Zoo']) await page.getByRole('checkbox', { name: `Select ${name}` }).press('Space')
  await expect(bulk(page)).toContainText('2 folders selected')
  await expectNoAxeViolations(page)

  const gate = Promise.withResolvers<void>()
  await page.route('**/rest/v1/email_folders*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    await gate.promise
    return route.fallback()
  })
  await bulk(page).getByRole('button', { name: 'Active off' }).press('Enter')
  await expect(active(page, 'Archive')).not.toBeChecked()
  await expect(active(page, 'Zoo')).not.toBeChecked()
  await expect(active(page, 'Projects')).toBeChecked()
  gate.resolve()
  await expect(page.locator('output[aria-live=polite]')).toContainText('Active off: 2 folders changed')
  await page.reload()
  await expect(active(page, 'Zoo')).not.toBeChecked()

  await select.click()
  await page.getByLabel('Filter folders by name').fill('projects')
  await expect(names(page)).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all folders that are shown' }).check()
  await failCalls(page, /email_folders$/, { when: (body) => body.includes('include_in_ai') })
  await bulk(page).getByRole('button', { name: 'Include in AI off' }).click()
  await expect(toastIn(page, 'Update Failed')).toContainText('Failed to update folder settings. Please try again.')
  await expect(page.getByRole('switch', { name: 'Include in AI: Projects', exact: true })).toBeChecked()
  await bulk(page).getByRole('button', { name: 'Done' }).press('Enter')
  await expect(bulk(page)).toHaveCount(0)
  await expect(select).toBeFocused()
  expect(complaints).toEqual([])
})

test('keeps the bulk buttons visible on a phone', async () => {
  const { page } = await open({ width: 390, height: 700 })
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select all folders that are shown' }).check()
  await expect(bulk(page)).toContainText('5 folders selected')
  await expect(bulk(page).getByRole('button', { name: 'Include in AI off' })).toBeInViewport()
  expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0)
  await expectNoAxeViolations(page)
})

test('lists, filters and changes three hundred folders at once', async () => {
  const many = Array.from({ length: 300 }, (_, at) => ({ displayName: `Folder ${String(at).padStart(3, '0')}` }))
  const who = await connectedMailbox(app, many)
  // Outlook has its own Archive folder.
  const { page } = await open({}, who)
  await expect(names(page)).toHaveCount(60)
  await page.getByRole('button', { name: 'Show all 301 folders' }).press('Enter')
  await expect(names(page)).toHaveCount(301)
  await expect(names(page).nth(60).locator('xpath=preceding-sibling::td//button')).toBeFocused()
  await page.getByLabel('Filter folders by name').fill('folder 12')
  await expect(names(page)).toHaveCount(10)
  await page.getByLabel('Filter folders by name').fill('')
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select all folders that are shown' }).check()
  await bulk(page).getByRole('button', { name: 'Active off' }).click()
  await expect(page.locator('output[aria-live=polite]')).toContainText('Active off: 301 folders changed')
  const off = await who.rows<object[]>('email_folders?active=is.false&select=id')
  expect(off.length).toBe(301)
})
