import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import type { Notification } from '../../contract/functions/notifications.ts'
import { createNotification } from '../../server/db/notifications.ts'
import { expectNoAxeViolations, failCalls, launchBrowser, signedIn, type TestBrowser } from '../kit/browser.ts'
import { trainedMailbox, sortedMails } from '../kit/trained-mailbox.ts'
import { connectedMailbox, type ConnectedMailbox } from '../kit/mailbox.ts'
import { startApp, type App } from '../kit/start-app.ts'

let app: App
let browser: TestBrowser
const password = 'correct horse battery'

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

interface Options {
  width?: number
  prepare?: (page: Page) => Promise<unknown>
}

async function open(who: ConnectedMailbox, { width = 1280, prepare }: Options = {}) {
  const opened = await browser.open({ viewport: { width, height: 900 } })
  await signedIn(opened.page, app.url, { email: who.user.email, password })
  await prepare?.(opened.page)
  await opened.page.goto(`${app.url}/dashboard`)
  return opened
}

const ring = (who: ConnectedMailbox, kind: Notification['kind'], more: { mailboxId?: string; count?: number } = {}) =>
  app.ctx.db.asService((tx) =>
    createNotification(tx, { userId: who.user.userId, kind, key: kind, now: app.ctx.clock.now(), ...more }),
  )

/** The page shows notifications as read before the server has stored it, which a reload would cut off. */
const stored = (page: Page) =>
  page.waitForResponse(
    (response) =>
      response.url() === `${app.url}/functions/v1/notifications` &&
      (response.request().postData() ?? '').includes('"read"'),
  )

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

test('says that there are no notifications', async () => {
  const { page, complaints } = await open(await connectedMailbox(app))
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await bell(page).click()
  await expect(panel(page).getByRole('heading', { name: 'No notifications' })).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(bell(page)).toBeFocused()
  expect(complaints).toEqual([])
})

test('describes every kind with a link, and marks it as read when followed', async () => {
  const who = await connectedMailbox(app)
  const { mailboxId } = who
  await ring(who, 'mailbox_needs_sign_in', { mailboxId })
  await ring(who, 'limit_near', { count: 80 })
  await ring(who, 'limit_reached', { count: 100 })
  await ring(who, 'action_failed', { mailboxId })
  await ring(who, 'sorted_while_away', { count: 12 })

  const { page } = await open(who)
  const subscription = page.getByRole('heading', { name: 'Subscription', level: 1 })
  const history = (status: string) => page.locator(`select[aria-label="Status"]:has(:checked[value="${status}"])`)
  const ways = [
    [
      'Primary Mailbox needs you to sign in again',
      '/dashboard?tab=mailbox',
      page.getByRole('tab', { name: 'Mailbox', selected: true }),
    ],
    ["80% of this month's emails are used", '/subscription', subscription],
    ["This month's limit is reached", '/subscription', subscription],
    ['An automated action failed', `/history?mailbox=${mailboxId}&status=action_failed`, history('action_failed')],
    ['12 emails sorted while you were away', '/history?status=processed', history('processed')],
  ] as const
  for (const [at, [title, path, shown]] of ways.entries()) {
    await expect(bell(page)).toHaveAccessibleName(`Notifications: ${ways.length - at} unread`)
    await bell(page).click()
    await expect(panel(page).getByRole('listitem')).toHaveCount(ways.length)
    if (at === 0) await expectNoAxeViolations(page)
    await Promise.all([stored(page), panel(page).getByRole('link', { name: title }).click()])
    await expect(page).toHaveURL(app.url + path)
    // Takes the focus, which would close the panel again.
    await expect(shown).toBeVisible()
    await expect(panel(page)).toHaveCount(0)
  }
  await expect(bell(page)).toHaveAccessibleName('Notifications')
  await page.reload()
  await expect(bell(page)).toBeEnabled()
  await expect(bell(page)).toHaveAccessibleName('Notifications')
})

test('appears live; one or all are marked as read by keyboard, and stay so', async () => {
  const waited: Promise<unknown>[] = []
  const who = await connectedMailbox(app)
  const { page } = await open(who, {
    prepare: async (page) => {
      for (const path of ['/functions/v1/notifications', '/api/events'])
        waited.push(page.waitForResponse((response) => response.url() === app.url + path))
    },
  })
  // Later notifications are new to the page.
  await Promise.all(waited)
  for (const kind of ['limit_near', 'limit_reached', 'sorted_while_away'] as const) await ring(who, kind, { count: 95 })
  await expect(bell(page)).toHaveAccessibleName('Notifications: 3 unread')
  await expect(page.getByText(/unread notifications?$/).last()).toBeAttached()

  await bell(page).press('Enter')
  await expect(panel(page).getByRole('button', { name: 'Mark all as read' })).toBeFocused()
  await panel(page).getByRole('button', { name: "Mark as read: This month's limit is reached" }).press('Enter')
  await expect(panel(page).getByRole('link', { name: "This month's limit is reached" })).toBeFocused()
  await expect(bell(page)).toHaveAccessibleName('Notifications: 2 unread')
  await Promise.all([stored(page), panel(page).getByRole('button', { name: 'Mark all as read' }).press('Enter')])
  await expect(panel(page).getByRole('heading', { name: 'Notifications' })).toBeFocused()
  await expect(bell(page)).toHaveAccessibleName('Notifications')

  await page.reload()
  await expect(bell(page)).toBeEnabled()
  await bell(page).click()
  await expect(panel(page).getByRole('listitem')).toHaveCount(3)
  await expect(panel(page).getByText('Unread:')).toHaveCount(0)
})

test('leads to the unsure emails with their number', async () => {
  const who = await trainedMailbox(app)
  await app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ confidence_threshold: 1 }).where('id', '=', who.mailboxId).execute(),
  )
  await who.deliver({ from: 'billing@power.example', subject: 'Bill 1: amount due' })
  await sortedMails(app, who, 1)
  const { page } = await open(who)
  await bell(page).press('Enter')
  await expect(panel(page).getByRole('heading', { name: 'No notifications' })).toBeVisible()
  await expectNoAxeViolations(page)
  await panel(page).getByRole('link', { name: 'Review 1 unsure email' }).press('Enter')
  await expect(page).toHaveURL(`${app.url}/review`)
  await expect(panel(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '1 email to review' })).toBeVisible()

  await page.keyboard.press('i')
  await expect(page.getByRole('heading', { name: 'Nothing to review' })).toBeVisible()
})

test('reports a failed update and shows the notification as unread again', async () => {
  const who = await connectedMailbox(app)
  await ring(who, 'limit_near', { count: 80 })
  const { page } = await open(who)
  await bell(page).click()
  await failCalls(page, /notifications$/, { when: (body) => body.includes('read') })
  await panel(page).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('Failed to mark as read', { exact: true })).toBeVisible()
  await expect(bell(page)).toHaveAccessibleName('Notifications: 1 unread')
})

test('shows a placeholder, then an error with a retry, for a list that fails', async () => {
  const who = await connectedMailbox(app)
  const gate = Promise.withResolvers<void>()
  let broken = true
  const { page } = await open(who, {
    prepare: (page) =>
      page.route('**/functions/v1/notifications', async (route) => {
        await gate.promise
        await (broken ? route.fulfill({ status: 400, json: {} }) : route.continue())
      }),
  })
  await bell(page).click()
  await expect(panel(page).getByText('Loading notifications...')).toBeAttached()
  gate.resolve()
  await expect(panel(page).getByRole('heading', { name: 'Notifications could not be loaded' })).toBeVisible()
  await expectNoAxeViolations(page)
  broken = false
  await panel(page).getByRole('button', { name: 'Try Again' }).click()
  await expect(panel(page).getByRole('heading', { name: 'No notifications' })).toBeVisible()
})

test('fits a phone', async () => {
  const who = await connectedMailbox(app)
  await ring(who, 'mailbox_needs_sign_in', { mailboxId: who.mailboxId })
  const { page } = await open(who, { width: 390 })
  await bell(page).click()
  const box = await panel(page).boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  await expectNoAxeViolations(page)
})
