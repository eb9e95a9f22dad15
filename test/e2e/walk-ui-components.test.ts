import type { Page } from 'playwright-core'
import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { pressSignOut } from '../kit/sign-in-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'

/** Toasts, tabs and menus, which every screen uses. */
const app = await appOfPages()
const browser = await browserOfFile()

const robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])

/** Toasts disappear only while this runs: the windows of the tests are inactive (`test/kit/browser.ts`). */
async function whileActive(page: Page, run: () => Promise<void>): Promise<void> {
  const send = (type: 'focus' | 'blur') => page.evaluate((name) => void dispatchEvent(new Event(name)), type)
  await send('focus')
  await run()
  await send('blur')
}

test('toasts are announced and have a key and a time; the user menu opens on hover, by press and by key', async () => {
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
  await expect(page.locator('[aria-live=assertive]')).toHaveText('Sign out failed Please try again later.')
  // The window has been inactive from the start.
  await page.clock.runFor(20_000)
  await expect(toast).toBeVisible()
  await toast.hover()
  await whileActive(page, async () => {
    await page.clock.runFor(20_000)
    await expect(toast).toBeVisible()
    await page.getByRole('heading', { level: 1 }).hover()
    await page.clock.runFor(4000)
    await expect(toast).toHaveCount(0)
  })

  // F8 focuses the toasts; the focused one stays until Escape.
  await showToast()
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expect(toast.getByRole('button', { name: 'Dismiss' })).toBeFocused()
  await whileActive(page, async () => {
    await page.clock.runFor(20_000)
    await expect(toast).toBeVisible()
  })
  await page.keyboard.press('Escape')
  await expect(toast).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')).toBeFocused()

  // The user menu opens after 200 ms of hovering and closes 150 ms after it; within 300 ms it opens at once.
  const user = page.getByRole('button', { name: /^User menu: / })
  const entry = page.getByRole('link', { name: 'Plan', exact: true })
  const away = page.getByRole('heading', { level: 1 })
  await expect(entry).toHaveCount(0)
  // Far enough ahead for a busy machine, on which the page's time goes on until it stops.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  await user.hover()
  await page.clock.runFor(199)
  await expect(entry).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(entry).toBeVisible()
  await away.hover()
  await page.clock.runFor(149)
  await expect(entry).toBeVisible()
  await page.clock.runFor(1)
  await expect(entry).toHaveCount(0)
  await page.clock.runFor(299)
  await user.hover()
  await expect(entry).toBeVisible()
  // A press keeps it open, a second one closes it.
  await user.click()
  await away.hover()
  await page.clock.runFor(150)
  await expect(entry).toBeVisible()
  await user.click()
  await expect(entry).toHaveCount(0)
  await away.hover()
  await page.clock.runFor(300)
  await user.hover()
  await page.clock.runFor(199)
  await expect(entry).toHaveCount(0)
  await page.clock.resume()

  await user.press('Enter')
  for (const name of ['Account', 'Plan', 'Help', 'Sign Out', /^User menu: /, 'Account']) {
    await page.keyboard.press('ArrowDown')
    await expect(page.locator(':focus')).toHaveAccessibleName(name)
  }
  await page.keyboard.press('Escape')
  await expect(entry).toHaveCount(0)
  await expect(user).toBeFocused()
})
