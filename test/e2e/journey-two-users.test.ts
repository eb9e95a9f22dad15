import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { createNotification } from '../../server/shared/notifications.ts'
import { browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { lastMails, mailboxPicker as picker } from '../kit/mailbox-page.ts'
import { pressSignOut } from '../kit/sign-in-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { fillLogin } from '../kit/visitors.ts'
import { navigate } from '../kit/walk.ts'

declare global {
  interface Window {
    bodies: Promise<string>[]
  }
}

/** Each of two users sees their own data only. */
const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

const password = 'correct horse battery'
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

/** A user with a folder, a processed message and a notification, all of which contain the user's name. */
async function connectedUser(name: string) {
  const who = await connectedMailbox(app, [{ displayName: `${name}s folder` }])
  await who.call('mail-webhook-management', { action: 'subscribe', mailboxId: who.mailboxId })
  await who.deliver({ subject: `A letter to ${name}`, from: `friend-of-${name}@friends.example` })
  const { userId } = who.user
  await app.ctx.db.asService((tx) =>
    createNotification(tx, {
      userId,
      kind: 'mailbox_needs_sign_in',
      key: 'a test',
      mailboxId: who.mailboxId,
      now: app.clock.now(),
    }),
  )
  await expect.poll(() => who.rows('email_processing_logs?status=neq.processing&select=id')).toHaveLength(1)
  const [folder] = await who.rows<{ id: string }[]>(`email_folders?folder_name=eq.${name}s folder`)
  /** All identifiers of this user that could leak into another user's page. */
  const ids = [who.email, who.mailboxId, who.user.email, userId, folder?.id ?? '']
  const traces = [...ids, `${name}s folder`, `A letter to ${name}`, `friend-of-${name}`]
  return { who, traces }
}

/**
 * The body of every response that this page receives from now on, read in the page: the browser's debugger drops bodies
 * whose end arrives alone.
 */
const recordResponses = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    window.bodies = []
    const fetchAnything = fetch
    window.fetch = async (...request) => {
      const response = await fetchAnything(...request)
      if (/\/(?:(?:rest|functions|auth)\/v1\/|api\/calls$)/.test(response.url))
        window.bodies.push(
          response
            .clone()
            .text()
            .catch(() => ''),
        )
      return response
    }
  })
}

const receivedBy = (page: Page): Promise<string> =>
  page.evaluate(async () => (await Promise.all(window.bodies.splice(0))).join('\n'))

/** Visits every part of the page. @returns the text that it showed */
async function visitEveryPart(page: Page, name: string): Promise<string> {
  const captured: string[] = []
  const capture = async (): Promise<number> => captured.push(await page.content())
  await expect(page.getByRole('heading', { name: 'Last 30 Days' })).toBeVisible()
  await capture()
  await picker(page).click()
  await expect(page.getByRole('menuitemradio')).toHaveCount(1)
  await capture()
  await page.keyboard.press('Escape')
  await bell(page).click()
  await expect(page.getByText('needs you to sign in again')).toHaveCount(1)
  await capture()
  await page.keyboard.press('Escape')
  await tab(page, 'Mailbox')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
  await capture()
  await tab(page, 'Folders')
  await expect(page.getByRole('rowheader', { name: `${name}s folder` })).toBeVisible()
  await expect(lastMails(page).getByText(`A letter to ${name}`)).toBeVisible()
  await capture()
  await navigate(page, '/history')
  await expect(page.getByText(`A letter to ${name}`)).toBeVisible()
  await page.getByRole('button', { name: `A letter to ${name}`, exact: true }).click()
  await capture()
  return captured.join('\n')
}

test('two users see their own data only, also one after the other in the same browser', async () => {
  const [anna, ben] = [await connectedUser('anna'), await connectedUser('ben')]
  const { page } = await openAs(browser, app, anna.who, '/dashboard', { prepare: recordResponses })
  const expectOnly = async (name: string, own: typeof anna, other: typeof anna): Promise<void> => {
    const shown = await visitEveryPart(page, name)
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    const received = await receivedBy(page)
    for (const trace of own.traces.slice(0, 2)) expect(received).toContain(trace)
    for (const trace of other.traces) for (const text of [shown, received, stored]) expect(text).not.toContain(trace)
  }
  await expectOnly('anna', anna, ben)
  await pressSignOut(page)
  await expect(toastIn(page, 'Signed out successfully')).toBeVisible()
  await receivedBy(page)
  await fillLogin(page, { email: ben.who.user.email, password })
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  await expectOnly('ben', ben, anna)
})
