import { test } from 'vitest'
import type { Notification } from '../../contract/functions/notifications.ts'
import { createNotification } from '../../server/shared/notifications.ts'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { storeHistory } from '../kit/stored-history.ts'
import { toastIn } from '../kit/toast.ts'
import { holdCalls, holdEvents } from '../kit/walk.ts'

/** The bell: what it lists, where each notification leads, and what fails. */
const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

test('the bell lists notifications as they arrive, and each leads to its place', async () => {
  const who = await connectedMailbox(app)
  const { mailboxId } = who
  // One of two emails is left for the review, which creates no notification.
  await storeHistory(app, who, 2)
  const ring = (kind: Notification['kind'], more: { mailboxId?: string; count?: number } = {}) =>
    app.ctx.db.asService((tx) =>
      createNotification(tx, { userId: who.user.userId, kind, key: kind, now: app.clock.now(), ...more }),
    )
  let [release, connectEvents] = [(): void => undefined, (): void => undefined]
  const { page } = await openAs(browser, app, who, '/dashboard', {
    prepare: async (opening) => {
      await failCalls(opening, /\/notifications$/, { status: 400 })
      release = await holdCalls(opening, /\/notifications$/)
      connectEvents = await holdEvents(opening)
    },
  })
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const review = panel.getByRole('link', { name: '1 to review' })
  const markAll = panel.getByRole('button', { name: 'Mark all as read' })

  await bell.click()
  await expect(panel.getByText('Loading notifications...')).toBeAttached()
  release()
  await expect(panel.getByRole('heading', { name: 'Notifications could not be loaded' })).toBeVisible()
  await panel.getByRole('button', { name: 'Try Again' }).click()
  await expect(panel.getByRole('heading', { name: 'No notifications' })).toBeVisible()
  connectEvents()
  await expect(review).toBeVisible()
  await expect(markAll).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(bell).toBeFocused()
  await expect(bell).toHaveAccessibleName('Notifications')

  await ring('mailbox_needs_sign_in', { mailboxId })
  await ring('action_failed', { mailboxId })
  await expect(bell).toHaveAccessibleName('Notifications: 2 unread')
  await bell.click()
  await failCalls(page, /\/notifications$/, { when: (body) => body.includes('"read"') })
  await markAll.click()
  await expect(toastIn(page, 'Failed to mark as read')).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notifications: 2 unread')
  await expect(panel.getByRole('button', { name: /^Mark as read: / })).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  const failed = page.locator('select[aria-label="Status"]:has(:checked[value="action_failed"])')
  const ways = [
    [
      `${who.email} needs you to sign in again`,
      '/dashboard?tab=mailbox',
      page.getByRole('tab', { name: 'Mailbox', selected: true }),
    ],
    ['An automated action failed', `/history?mailbox=${mailboxId}&status=action_failed`, failed],
  ] as const
  for (const [at, [title, path, shown]] of ways.entries()) {
    await expect(bell).toHaveAccessibleName(`Notifications: ${ways.length - at} unread`)
    await bell.click()
    await expect(panel.getByRole('listitem')).toHaveCount(ways.length)
    await panel.getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(app.url + path)
    // Takes the focus, which would close the panel again.
    await expect(shown).toBeVisible()
    await expect(panel).toHaveCount(0)
  }
  await expect(bell).toHaveAccessibleName('Notifications')
  await expect.poll(() => who.call('notifications', { action: 'list' })).toMatchObject({ unread: 0 })

  await bell.press('Enter')
  await review.press('Enter')
  await expect(page).toHaveURL(`${app.url}/review`)
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '1 to review' })).toBeVisible()
})
