import { expect } from '../kit/expect.ts'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { createNotification } from '../../server/db/notifications.ts'
import { expectNoAxeViolations, launchBrowser, signedIn, type TestBrowser } from '../kit/browser.ts'
import { connectedMailbox, type ConnectedMailbox } from '../kit/mailbox.ts'
import { startApp, type App } from '../kit/start-app.ts'

declare global {
  interface Window {
    /** What the browser was asked to show, and whether it was asked for the permission. */
    recorded: { shown: { title: string; body: string | undefined; notification: Notification }[]; asked: number }
    isHidden: boolean
  }
}

let app: App
let browser: TestBrowser
let robin: ConnectedMailbox

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
  robin = await connectedMailbox(app)
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

/**
 * Records notifications, and lets the test hide the page: a headless browser hides none. It also reports `denied` as
 * `Notification.permission`, whatever was granted, so the state of the permission itself is reported.
 */
const prepare = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.recorded = { shown: [], asked: 0 }
    window.isHidden = false
    Object.defineProperty(document, 'hidden', { get: () => window.isHidden })
    let permission: NotificationPermission = 'default'
    const readPermission = async (): Promise<void> => {
      const { state } = await navigator.permissions.query({ name: 'notifications' })
      permission = state === 'prompt' ? 'default' : state
    }
    void readPermission()
    window.Notification = class extends Notification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options)
        if (title !== '') window.recorded.shown.push({ title, body: options?.body, notification: this })
      }
      static override get permission(): NotificationPermission {
        return permission
      }
      static override requestPermission(): Promise<NotificationPermission> {
        window.recorded.asked += 1
        return super.requestPermission()
      }
    }
  })

const setHidden = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    window.isHidden = hidden
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

async function openAccount(options: BrowserContextOptions) {
  const opened = await browser.open(options)
  await signedIn(opened.page, app.url, { email: robin.user.email, password: 'correct horse battery' })
  await prepare(opened.page)
  await opened.page.goto(`${app.url}/account`)
  return opened
}

const theSwitch = (page: Page) => page.getByRole('switch', { name: 'Show notifications in this browser' })
const shown = (page: Page) => page.evaluate(() => window.recorded.shown.map(({ title, body }) => [title, body]))
/** The locks that tabs wait for. Answered after the earlier requests of this tab. */
const locks = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((done) => setTimeout(done))
    return ((await navigator.locks.query()).pending ?? []).map(({ name }) => name)
  })
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })

const ring = (kind: 'limit_near' | 'limit_reached' | 'sorted_while_away', count: number) =>
  app.ctx.db.asService((tx) =>
    createNotification(tx, { userId: robin.user.userId, kind, key: kind, count, now: app.ctx.clock.now() }),
  )

test('shows what the bell rings for while no tab is visible, once, and a click opens the place', async () => {
  const { page, complaints } = await openAccount({ permissions: ['notifications'] })
  await expect(theSwitch(page)).not.toBeChecked()
  expect(await page.evaluate(() => window.recorded.asked)).toBe(0)
  await theSwitch(page).click()
  await expect(theSwitch(page)).toBeChecked()
  expect(await page.evaluate(() => window.recorded.asked)).toBe(1)
  await expectNoAxeViolations(page)

  const other = await page.context().newPage()
  await prepare(other)
  await other.goto(`${app.url}/history`)
  await expect(bell(other)).toHaveAccessibleName('Notifications')
  const tabs = [page, other]

  // One of two tabs is visible.
  await setHidden(page, true)
  await ring('limit_near', 80)
  for (const tab of tabs) await expect(bell(tab)).toHaveAccessibleName('Notifications: 1 unread')
  // The tab that notifies has asked for the lock of visible tabs by then.
  for (const tab of tabs) await locks(tab)
  await setHidden(other, true)
  await ring('limit_reached', 100)
  for (const tab of tabs) await expect(bell(tab)).toHaveAccessibleName('Notifications: 2 unread')
  const text = 'New email stays in your inbox until next month, or until your plan allows more.'
  await expect
    .poll(async () => (await Promise.all(tabs.map(shown))).flat())
    .toEqual([["This month's limit is reached", text]])

  const notifying = (await shown(page)).length > 0 ? page : other
  await notifying.evaluate(() => window.recorded.shown[0]?.notification.dispatchEvent(new Event('click')))
  await expect(notifying).toHaveURL(`${app.url}/subscription`)
  await expect(bell(notifying)).toHaveAccessibleName('Notifications: 1 unread')

  // The other tab takes over.
  const remaining = notifying === page ? other : page
  await notifying.close()
  await expect.poll(() => locks(remaining)).not.toContain('mailroom.notifying-tab')
  await ring('sorted_while_away', 12)
  await expect.poll(() => shown(remaining)).toEqual([['12 emails sorted while you were away', expect.any(String)]])

  await remaining.goto(`${app.url}/account`)
  await theSwitch(remaining).click()
  await expect(theSwitch(remaining)).not.toBeChecked()
  expect(complaints).toEqual([])
})

test('says what to do where the browser blocks notifications or has none', async () => {
  const { page } = await openAccount({ permissions: [] })
  await page.addInitScript(() => Object.defineProperty(window.Notification, 'permission', { get: () => 'denied' }))
  await page.reload()
  await expect(theSwitch(page)).toBeDisabled()
  await expect(page.getByText('Your browser blocks notifications of this page.')).toBeVisible()
  await expectNoAxeViolations(page)

  await page.addInitScript(() => Reflect.deleteProperty(window, 'Notification'))
  await page.reload()
  await expect(theSwitch(page)).toBeDisabled()
  await expect(page.getByText('This browser shows no notifications of pages.')).toBeVisible()
})
