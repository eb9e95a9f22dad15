import { expect } from '../kit/expect.ts'
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { createNotification } from '../../server/db/notifications.ts'
import { connectMailbox } from '../../scripts/lib/product-client.ts'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox, type ConnectedMailbox } from '../kit/mailbox.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { fillLogin } from '../kit/visitors.ts'
import { navigate } from '../kit/walk.ts'

/** Two users, and two mailboxes of one user: each page shows its own. */
let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ workers: true }), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const password = 'correct horse battery'
const live = (who: ConnectedMailbox, mailboxId = who.mailboxId) =>
  who.call('mail-webhook-management', { action: 'subscribe', mailboxId })
const picker = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Mailbox: / })
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
const lastMails = (page: Page) => page.getByRole('list', { name: 'Last processed emails' })
const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

/** A user with a folder, a processed message and a notification, all of which contain the user's name. */
async function connectedUser(name: string) {
  const who = await connectedMailbox(app, [{ displayName: `${name}s folder` }])
  await live(who)
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

/** The body of every response that this page receives from now on. */
function recordResponses(page: Page): Promise<string>[] {
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    if (/^\/(?:rest|functions|auth)\/v1\//.test(new URL(response.url()).pathname))
      bodies.push(response.text().catch(() => ''))
  })
  return bodies
}

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
  let bodies: Promise<string>[] = []
  const prepare = async (opening: Page): Promise<void> => void (bodies = recordResponses(opening))
  const { page } = await openAs(browser, app, anna.who, '/dashboard', { prepare })
  const expectOnly = async (name: string, own: typeof anna, other: typeof anna): Promise<void> => {
    const shown = await visitEveryPart(page, name)
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    const received = (await Promise.all(bodies.splice(0))).join('\n')
    for (const trace of own.traces.slice(0, 2)) expect(received).toContain(trace)
    for (const trace of other.traces) for (const text of [shown, received, stored]) expect(text).not.toContain(trace)
  }
  await expectOnly('anna', anna, ben)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(toastIn(page, 'Signed out successfully')).toBeVisible()
  await Promise.all(bodies.splice(0))
  await fillLogin(page, { email: ben.who.user.email, password })
  await expect(page).toHaveURL(`${app.url}/dashboard`)
  await expectOnly('ben', ben, anna)
})

test("shows the active one of a user's two mailboxes", async () => {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }, { displayName: 'Only at work' }])
  const home = `${randomUUID()}@home.example`
  const folders = [{ displayName: 'Invoices' }, { displayName: 'Only at home' }, { displayName: 'Garden' }]
  await app.control('POST', '/control/outlook/mailboxes', { email: home, kind: 'personal', folders })
  const homeId = await connectMailbox(who.product, who.user, home)
  await app.runDueJobs()
  await live(who)
  await live(who, homeId)
  const deliverHome = (subject: string) =>
    app.control('POST', `/control/outlook/${home}/messages`, {
      subject,
      from: { emailAddress: { address: 'ana@friends.example', name: 'Ana' } },
      body: { contentType: 'text', content: '' },
    })
  await who.deliver({ subject: 'First at work' })
  await deliverHome('First at home')

  const { page } = await openAs(browser, app, who, '/dashboard?tab=folders')
  const main = page.getByRole('main')
  const folder = (name: string) => page.getByRole('rowheader', { name, exact: true })
  const choose = async (address: string): Promise<void> => {
    await picker(page).click()
    await page.getByRole('menuitemradio', { name: address }).click()
    await expect(picker(page)).toHaveAccessibleName(new RegExp(`^Mailbox: ${address}`))
  }
  const expectHere = async (here: Record<'name' | 'address' | 'id', string>, there: typeof here): Promise<void> => {
    await expect(folder(`Only at ${here.name}`)).toBeVisible()
    await expect(folder(`Only at ${there.name}`)).toHaveCount(0)
    await expect(lastMails(page)).toContainText(`First at ${here.name}`)
    await expect(lastMails(page)).not.toContainText(`First at ${there.name}`)
    for (const text of [here.address, here.id]) await expect(main.getByText(text)).toBeVisible()
    for (const text of [there.address, there.id]) await expect(main.getByText(text)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'View All Logs' })).toHaveAttribute('href', new RegExp(here.id))
  }
  const work = { name: 'work', address: who.email, id: who.mailboxId }
  const atHome = { name: 'home', address: home, id: homeId }
  await choose(who.email)
  await expectHere(work, atHome)
  const invoices = page.getByRole('switch', { name: 'Active: Invoices' })
  await invoices.click()
  await expect(invoices).not.toBeChecked()
  await page.getByRole('switch', { name: 'Email Notifications' }).click()
  await expect(toastIn(page, 'Real-time processing disabled')).toBeVisible()

  await choose(home)
  await expectHere(atHome, work)
  await expect(invoices).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Email Notifications' })).toBeChecked()

  // Mail of the other mailbox changes nothing here; the history shows both.
  await choose(who.email)
  await expectHere(work, atHome)
  await expect(page.getByRole('switch', { name: 'Email Notifications' })).not.toBeChecked()
  await deliverHome('Second at home')
  const landed = () => who.rows(`email_processing_logs?subject=eq.Second at home&status=neq.processing`)
  await expect.poll(landed).toHaveLength(1)
  await expectHere(work, atHome)
  await page.getByRole('link', { name: 'View All Logs' }).click()
  const mails = page.getByRole('list', { name: 'Processed emails, newest first' })
  await expect(mails).toContainText('First at work')
  await expect(mails).not.toContainText('at home')
  await page.getByLabel('Mailbox', { exact: true }).selectOption('All mailboxes')
  for (const subject of ['First at work', 'First at home', 'Second at home']) await expect(mails).toContainText(subject)

  // The overview covers both mailboxes; its folder card covers the active one.
  await navigate(page, '/dashboard')
  await expect(page.getByText('All your mailboxes together')).toBeVisible()
  await expect(page.locator('dl > div').filter({ hasText: 'Sorted for you' })).toContainText('of 3 that came')
  const count = (words: RegExp) => expect(page.getByText(words)).toBeVisible()
  const foldersOf = (id: string) => who.rows<unknown[]>(`email_folders?mailbox_id=eq.${id}&select=id`)
  await count(new RegExp(`^${(await foldersOf(who.mailboxId)).length} folders configured$`))
  await choose(home)
  await count(new RegExp(`^${(await foldersOf(homeId)).length} folders configured$`))
})
