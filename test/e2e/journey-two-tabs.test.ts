import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { createNotification } from '../../server/shared/notifications.ts'
import { openTab, signedIn, browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { expireIn, refreshesOf } from '../kit/shared-session.ts'
import { pressSignOut } from '../kit/sign-in-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { fillLogin, newAccount } from '../kit/visitors.ts'
import { navigate } from '../kit/walk.ts'

declare global {
  interface Window {
    /** What the browser was asked to show, and whether it was asked for the permission. */
    recorded: { shown: { title: string; body: string | undefined; notification: Notification }[]; asked: number }
    isHidden: boolean
  }
}

/** One user with two tabs: they share the session and its end, and only one of them notifies. */
const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

const overview = (page: Page) => page.getByRole('tab', { name: 'Overview' })

test('two tabs end, start and refresh the session at once', async () => {
  const account = await newAccount(app)
  const { page: first } = await browser.open()
  await signedIn(first, app.url, account)
  await first.goto(`${app.url}/dashboard`)
  await expect(overview(first)).toBeVisible()
  // Nothing else is stored in the browser.
  const storageKeys = await first.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])
  expect(storageKeys).toEqual([['mailroom.session'], ['planted']])
  expect(await first.context().cookies()).toEqual([])

  const second = await openTab(first)
  const settings = second.getByRole('heading', { name: 'Account Settings' })
  await second.goto(`${app.url}/account`)
  await expect(settings).toBeVisible()
  await pressSignOut(first)
  await expect(toastIn(second, 'Your session has ended')).toContainText('Please sign in again.')
  for (const page of [first, second]) await expect(page).toHaveURL(`${app.url}/auth/login`)
  await expect(first.getByText('Your session has ended')).toHaveCount(0)
  expect(await first.evaluate(() => Object.keys(localStorage))).toEqual([])

  // The second tab follows the sign-in.
  await fillLogin(first, account)
  await expect(overview(first)).toBeVisible()
  await expect(settings).toBeVisible()
  const refreshes = [refreshesOf(first), refreshesOf(second)]
  const gate = Promise.withResolvers<void>()
  for (const page of [first, second])
    await page.route('**/auth/v1/token?grant_type=refresh_token', async (route) => {
      await gate.promise
      await route.continue()
    })
  await expireIn(app, first, 20)
  const refreshRequests = [first, second].map((page) => page.waitForRequest(/grant_type=refresh_token/))
  await Promise.all([first.reload({ waitUntil: 'commit' }), second.reload({ waitUntil: 'commit' })])
  await Promise.all(refreshRequests)
  gate.resolve()
  await expect.poll(() => refreshes).toEqual([[200], [200]])
  await expect(overview(first)).toBeVisible()
  await expect(settings).toBeVisible()

  // Signed out while the tab, which has loaded the auth client, was in the back/forward cache.
  await second.evaluate(() => {
    localStorage.clear()
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(second).toHaveURL(`${app.url}/auth/login`)
})

/**
 * Records notifications, and lets the test hide the page: a headless browser hides none. It also reports `denied` as
 * `Notification.permission`, whatever was granted, so the state of the permission itself is reported.
 */
const recordNotifications = (page: Page): Promise<unknown> =>
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

const shown = (page: Page) => page.evaluate(() => window.recorded.shown.map(({ title, body }) => [title, body]))
const asked = (page: Page) => page.evaluate(() => window.recorded.asked)
/** The locks that tabs wait for. Answered after the earlier requests of this tab. */
const locks = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((done) => setTimeout(done))
    return ((await navigator.locks.query()).pending ?? []).map(({ name }) => name)
  })

/** What one tab saves shows in the other one, and instructions replace no others that their user has not seen. */
async function changeSettingsInBoth(one: Page, other: Page): Promise<void> {
  for (const tab of [one, other]) await navigate(tab, '/dashboard?tab=folders')
  const active = (tab: Page) => tab.getByRole('switch', { name: 'Active: Bills' })
  await expect(active(other)).toBeChecked()
  await active(one).press('Space')
  await expect(active(other)).not.toBeChecked()

  const field = (tab: Page) => tab.getByRole('textbox', { name: 'Instructions for Bills' })
  const edit = (tab: Page) => tab.getByRole('button', { name: 'Edit instructions of Bills' }).press('Enter')
  await edit(one)
  await field(one).fill('Invoices')
  await edit(other)
  await field(other).fill('Invoices and reminders')
  await field(other).press('Control+Enter')
  await expect(field(other)).toHaveCount(0)
  await field(one).press('Control+Enter')
  const conflict = one.getByRole('alert').filter({ hasText: 'instructions were saved in another window' })
  await expect(conflict).toContainText('Yours are still here; saving replaces the others.')
  await expect(field(one)).toHaveValue('Invoices')
  await navigate(one, '/account')
  await navigate(other, '/history')
}

test('the bell rings in both tabs; the browser notifies once while none is visible, and a click leads on', async () => {
  const mailbox = await connectedMailbox(app, [{ displayName: 'Bills' }])
  const { user } = mailbox
  const ring = (kind: 'limit_near' | 'limit_reached' | 'sorted_while_away', count: number) =>
    app.ctx.db.asService((tx) =>
      createNotification(tx, { userId: user.userId, kind, key: kind, count, now: app.clock.now() }),
    )
  const { page } = await browser.open({ permissions: ['notifications'] })
  await signedIn(page, app.url, { email: user.email, password: 'correct horse battery' })
  await recordNotifications(page)
  await page.goto(`${app.url}/account`)
  const bell = (tab: Page) => tab.getByRole('banner').getByRole('button', { name: /^Notifications/ })
  const theSwitch = (tab: Page) => tab.getByRole('switch', { name: 'Show notifications in this browser' })
  await expect(theSwitch(page)).not.toBeChecked()
  expect(await asked(page)).toBe(0)
  await theSwitch(page).click()
  await expect(theSwitch(page)).toBeChecked()
  expect(await asked(page)).toBe(1)

  const other = await openTab(page)
  await recordNotifications(other)
  await other.goto(`${app.url}/history`)
  await expect(bell(other)).toHaveAccessibleName('Notifications')
  const tabs = [page, other]
  await changeSettingsInBoth(page, other)

  // One of two tabs is visible.
  await setHidden(page, true)
  await ring('limit_near', 80)
  for (const tab of tabs) await expect(bell(tab)).toHaveAccessibleName('Notifications: 1 unread')
  // The tab that notifies has asked for the lock of visible tabs by then.
  for (const tab of tabs) await locks(tab)
  await setHidden(other, true)
  await ring('limit_reached', 100)
  for (const tab of tabs) {
    await expect(bell(tab)).toHaveAccessibleName('Notifications: 2 unread')
    await expect(tab.getByText('2 unread notifications').last()).toBeAttached()
  }
  const text = 'New emails stay in your inbox until next month, or until your limit is raised.'
  await expect
    .poll(async () => (await Promise.all(tabs.map(shown))).flat())
    .toEqual([["100% of this month's emails are used", text]])

  const notifying = (await shown(page)).length > 0 ? page : other
  await notifying.evaluate(() => window.recorded.shown[0]?.notification.dispatchEvent(new Event('click')))
  await expect(notifying).toHaveURL(`${app.url}/subscription`)
  await expect(bell(notifying)).toHaveAccessibleName('Notifications: 1 unread')

  // The other tab takes over.
  const remaining = notifying === page ? other : page
  await expect(bell(remaining)).toHaveAccessibleName('Notifications: 1 unread')
  await notifying.close()
  await expect.poll(() => locks(remaining)).not.toContain('mailroom.notifying-tab')
  await ring('sorted_while_away', 12)
  const sorted = '12 emails sorted while you were away'
  await expect.poll(() => shown(remaining)).toEqual([[sorted, expect.any(String)]])

  // One or all are marked as read by keyboard, and stay so.
  const panel = remaining.getByRole('dialog', { name: 'Notifications' })
  await expect(bell(remaining)).toHaveAccessibleName('Notifications: 2 unread')
  await bell(remaining).press('Enter')
  await expect(panel.getByRole('button', { name: 'Mark all as read' })).toBeFocused()
  await panel.getByRole('button', { name: `Mark as read: ${sorted}` }).press('Enter')
  await expect(panel.getByRole('link', { name: sorted })).toBeFocused()
  await expect(bell(remaining)).toHaveAccessibleName('Notifications: 1 unread')
  const isStored = remaining.waitForResponse((response) => (response.request().postData() ?? '').includes('"all"'))
  await panel.getByRole('button', { name: 'Mark all as read' }).press('Enter')
  await expect(panel.getByRole('heading', { name: 'Notifications' })).toBeFocused()
  await expect(bell(remaining)).toHaveAccessibleName('Notifications')
  await isStored
  expect(await mailbox.rows('notifications?select=read_at&read_at=is.null')).toEqual([])
  await navigate(remaining, '/account')
  await expect(theSwitch(remaining)).toBeChecked()
  await theSwitch(remaining).click()
  await expect(theSwitch(remaining)).not.toBeChecked()
})
