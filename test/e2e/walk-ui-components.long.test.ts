import type { Locator, Page } from 'playwright-core'
import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { passUntil } from '../kit/page-clock.ts'
import { pressSignOut, userMenuEntry } from '../kit/sign-in-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { fillLogin } from '../kit/visitors.ts'

/** Toasts, tabs and menus, which every screen uses. */
const app = await appOfPages()
const browser = await browserOfFile()

const robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])

async function bottomOf(toast: Locator): Promise<number> {
  const box = await toast.boundingBox()
  if (!box) throw new Error('The toast is nowhere')
  return box.y + box.height
}

async function swipe(page: Page, toast: Locator, distances: number[]): Promise<void> {
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
  for (const by of distances) await touch('touchMove', by)
  await touch('touchEnd', 0)
}

test('a toast is swiped away, and covers nothing', async () => {
  const { page } = await openAs(browser, app, robin, '/subscription', {
    prepare: async (page) => {
      await page.clock.install()
      await failCalls(page, /\/auth\/v1\/logout$/, { times: Infinity })
    },
  })
  const toast = toastIn(page, 'Sign out failed')
  const showToast = async (): Promise<void> => {
    await pressSignOut(page)
    await expect(toast).toBeVisible()
  }
  await showToast()
  await swipe(page, toast, [15, 25, 35])
  await expect(toast).toBeVisible()
  await swipe(page, toast, [15, 45, 80])
  await expect(toast).toHaveCount(0)

  // It covers no heading and no button of a dialog.
  await page.setViewportSize({ width: 768, height: 600 })
  await showToast()
  // It stays below the pointer.
  await toast.hover()
  await page.getByRole('link', { name: 'Email Folders' }).press('Enter')
  await page.getByRole('button', { name: 'Create Folder' }).press('Enter')
  const dialog = page.getByRole('dialog')
  const topOf = async (role: 'button' | 'heading'): Promise<number> => {
    const part = dialog.getByRole(role, { name: /^Create (?:New )?Folder$/ })
    await expect(part).toBeVisible()
    return (await part.boundingBox())?.y ?? 0
  }
  const button = await topOf('button')
  expect(await bottomOf(toast)).toBeLessThan(button)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 700 })
  await toast.hover()
  await page.getByRole('button', { name: 'Create Folder' }).press('Enter')
  expect(await bottomOf(toast)).toBeLessThan(await topOf('heading'))
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  // On a phone it is above the menu, or at the bottom of a screen without one.
  const menu = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  expect(await bottomOf(toast)).toBeLessThan(menu?.y ?? 0)
  await page.unrouteAll()
  await (await userMenuEntry(page, 'Sign Out')).press('Enter')
  await expect(page.getByRole('heading', { name: 'Welcome to Mailroom' })).toBeVisible()
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  await expect(toastIn(page, 'Signed out successfully')).toBeVisible()
  while ((await dismiss.count()) > 0) await dismiss.first().click()
  await fillLogin(page, { email: robin.user.email, password: 'wrong horse battery' })
  const failed = toastIn(page, 'Login failed')
  await expect(failed).toBeVisible()
  expect(await bottomOf(failed)).toBeGreaterThan(700 - 20)
})

test('tabs and menus work by keyboard, skip a disabled tab, and report a menu that cannot be loaded', async () => {
  let broken = true
  const { page } = await openAs(browser, app, robin, '/dashboard', {
    prepare: async (page) => {
      await page.clock.install()
      await failCalls(page, /microsoft-graph$/, { times: Infinity, when: () => broken })
      await page.route('**/assets/menu-*.js', (route) => (broken ? route.abort() : route.fallback()))
    },
  })
  const tab = (name: string) => page.getByRole('tab', { name })
  await passUntil(toastIn(page, 'Failed to load mailboxes'))
  await expect(tab('Folders')).toBeDisabled()
  await tab('Overview').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(tab('Mailbox')).toBeFocused()
  broken = false
  await page.getByRole('tabpanel', { name: 'Mailbox' }).getByRole('button', { name: 'Try Again' }).click()
  await expect(tab('Folders')).toBeEnabled()

  // Arrows wrap, Home and End jump, and there is one tab stop.
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

  broken = true
  const picker = page.getByRole('button', { name: /^Mailbox: / })
  await picker.click()
  await expect(toastIn(page, 'Connection Error')).toContainText('This could not be loaded.')
  broken = false
  await page.reload()
  await picker.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio', { name: robin.email })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Add new mailbox' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(picker).toBeFocused()
})
