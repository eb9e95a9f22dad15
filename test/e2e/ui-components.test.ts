import type { Locator, Page } from 'playwright-core'
import { expect } from '../kit/expect.ts'
import { afterAll, beforeAll, test } from 'vitest'
import { failCalls, launchBrowser, openAuthPage, type TestBrowser } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox, type ConnectedMailbox } from '../kit/mailbox.ts'
import { passUntil } from '../kit/page-clock.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { fillLogin } from '../kit/visitors.ts'

/** Toasts, tabs and menus, which every screen uses. */
let app: App
let browser: TestBrowser
let robin: ConnectedMailbox

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
  robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

/** A page that shows a failed sign-out. */
async function withToast(size: { width?: number; height?: number } = {}) {
  const { page } = await openAs(browser, app, robin, '/subscription', {
    ...size,
    prepare: async (page) => {
      await page.clock.install()
      await failCalls(page, /\/auth\/v1\/logout$/, { times: 10 })
    },
  })
  await page.getByRole('button', { name: 'Sign Out' }).click()
  const toast = toastIn(page, 'Sign out failed')
  await expect(toast).toBeVisible()
  return { page, toast }
}

/** Toasts disappear again: the windows of the tests are inactive (`test/kit/browser.ts`). */
const activate = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('focus')))

async function bottomOf(toast: Locator): Promise<number> {
  const box = await toast.boundingBox()
  if (!box) throw new Error('The toast is nowhere')
  return box.y + box.height
}

test('announces a toast, and hides it after four seconds without a pointer', async () => {
  const { page, toast } = await withToast()
  await expect(page.locator('[aria-live=assertive]')).toHaveText('Sign out failed Please try again later.')
  await toast.hover()
  await activate(page)
  await page.clock.runFor(20_000)
  await expect(toast).toBeVisible()
  await page.getByRole('heading', { level: 1 }).hover()
  await page.clock.runFor(4000)
  await expect(toast).toHaveCount(0)
})

test.each([
  ['button', { width: 768, height: 600 }],
  ['heading', { width: 390, height: 700 }],
] as const)('a toast covers no %s of a dialog', async (role, size) => {
  const { page, toast } = await withToast(size)
  // It stays below the pointer.
  await toast.hover()
  await page.getByRole('link', { name: 'Email Folders' }).press('Enter')
  await page.getByRole('button', { name: 'Create Folder' }).press('Enter')
  const covered = page.getByRole('dialog').getByRole(role, { name: /^Create (?:New )?Folder$/ })
  await expect(covered).toBeVisible()
  const below = await covered.boundingBox()
  expect(await bottomOf(toast)).toBeLessThan(below?.y ?? 0)
})

test('on a phone a toast is above the menu, or at the bottom of a screen without one', async () => {
  const viewport = { width: 390, height: 844 }
  const { page, toast } = await withToast(viewport)
  const menu = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  expect(await bottomOf(toast)).toBeLessThan(menu?.y ?? 0)
  const { page: login } = await browser.open({ viewport })
  await login.clock.install()
  await openAuthPage(login, `${app.url}/auth/login`)
  await fillLogin(login, { email: robin.user.email, password: 'wrong horse battery' })
  expect(await bottomOf(toastIn(login, 'Login failed'))).toBeGreaterThan(viewport.height - 20)
})

test('F8 focuses the toasts; the focused one stays until Escape', async () => {
  const { page, toast } = await withToast()
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expect(toast.getByRole('button', { name: 'Dismiss' })).toBeFocused()
  await activate(page)
  await page.clock.runFor(20_000)
  await expect(toast).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(toast).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')).toBeFocused()
})

test('a swipe dismisses a toast', async () => {
  const { page, toast } = await withToast()
  const box = await toast.boundingBox()
  if (!box) throw new Error('The toast is nowhere')
  const at = { x: box.x + 40, y: box.y + box.height / 2 }
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: at.x + by, y: at.y }],
    })
  await touch('touchStart', 0)
  for (const by of [15, 25, 35]) await touch('touchMove', by)
  await touch('touchEnd', 0)
  await expect(toast).toBeVisible()
  await touch('touchStart', 0)
  for (const by of [15, 45, 80]) await touch('touchMove', by)
  await touch('touchEnd', 0)
  await expect(toast).toHaveCount(0)
})

test('tabs by keyboard: arrows wrap, Home and End jump, one tab stop', async () => {
  const { page } = await openAs(browser, app, robin, '/dashboard')
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect(tab('Folders')).toBeEnabled()
  await tab('Overview').focus()
  for (const [key, name] of [
    ['ArrowLeft', 'Folders'],
    ['ArrowRight', 'Overview'],
    ['ArrowRight', 'Mailbox'],
    ['Home', 'Overview'],
    ['End', 'Folders'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(tab(name)).toBeFocused()
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel', { name })).toBeVisible()
  }
  expect(await page.getByRole('tablist').locator('[tabindex="0"]').allTextContents()).toEqual(['Folders'])
})

test('skips a disabled tab', async () => {
  const { page } = await openAs(browser, app, await connectedMailbox(app), '/dashboard', {
    prepare: async (page) => {
      await page.clock.install()
      await failCalls(page, /microsoft-graph$/, { times: 100 })
    },
  })
  await passUntil(toastIn(page, 'Failed to load mailboxes'))
  await expect(page.getByRole('tab', { name: 'Folders' })).toBeDisabled()
  await page.getByRole('tab', { name: 'Overview' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'Mailbox' })).toBeFocused()
})

test('reports a menu that cannot be loaded and retries; by keyboard it opens on the selected item', async () => {
  const { page } = await openAs(browser, app, robin, '/subscription', {
    prepare: async (page) => {
      await page.route('**/assets/menu-*.js', (route) => route.abort())
    },
  })
  const picker = page.getByRole('button', { name: /^Mailbox: / })
  await picker.click()
  await expect(toastIn(page, 'Connection Error')).toContainText('This could not be loaded. Please try again.')
  await page.unrouteAll()
  await picker.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio', { name: robin.email })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Add new mailbox' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(picker).toBeFocused()
})
