import type { Page } from 'playwright-core'
import type { Mailbox } from '../../../contract/connected-mailbox.ts'
import { MailboxList } from '../../../contract/functions/mail-graph.ts'
import { createNotification } from '../../../server/shared/notifications.ts'
import { failCalls, type TestBrowser } from '../browser.ts'
import { expect } from '../expect.ts'
import { openAs } from '../folders-page.ts'
import { connectedMailbox } from '../mailbox.ts'
import { startHistory } from '../sorted-mail.ts'
import type { App } from '../start-app.ts'
import { invoice, sortedMails } from '../trained-mailbox.ts'
import { answerCalls, navigate } from '../walk.ts'
import type { Look } from './look.ts'

const main = (page: Page) => page.getByRole('main')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { name })

/** The dialog that connects a mailbox: at a known provider, at one without IMAP, at a server that the user names. */
async function lookAtConnecting(page: Page, look: Look): Promise<void> {
  await page.getByRole('button', { name: 'Connect New Mailbox' }).click()
  const connecting = dialog(page, 'Connect a mailbox')
  for (const email of ['me@gmail.com', 'me@tuta.com', 'me@unknown.invalid']) {
    await connecting.getByLabel('Email address of the mailbox').fill(email)
    await connecting.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(connecting.getByRole('button', { name: 'Back' })).toBeVisible()
    await look(page, connecting)
    if (email.endsWith('.invalid')) break
    await connecting.getByRole('button', { name: 'Back' }).click()
  }
  await connecting.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(connecting.getByLabel('Password of the mailbox')).toBeFocused()
  await look(page, connecting)
  await page.keyboard.press('Escape')
}

/** The overview and the list of mailboxes, with their dialogs, of a mailbox that previews what it would sort. */
export async function lookAtMailbox(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const history = await startHistory(app)
  const { mailbox } = history
  await history.deliverAndSort(invoice(80))
  await app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ real_time: false }).where('id', '=', mailbox.mailboxId).execute(),
  )
  await mailbox.deliver(invoice(81))
  const { page } = await openAs(browser, app, mailbox, '/dashboard', { width: 1440 })
  await expect(heading(page, 'Last 30 Days')).toBeVisible()
  await page.getByText('Show as a table').click()
  await look(page)

  await page.getByRole('tab', { name: 'Mailbox' }).click()
  await page.getByRole('button', { name: /^Settings: / }).click()
  const settings = dialog(page, 'Mailbox Settings')
  await settings.getByLabel('Name').fill(' ')
  await settings.getByRole('switch', { name: 'Preview only, for one day' }).click()
  await settings.getByRole('button', { name: 'Save Settings' }).click()
  await look(page, settings)
  await settings.getByLabel('Name').fill('Shop')
  await settings.getByRole('button', { name: 'Save Settings' }).click()
  const preview = page.getByRole('button', { name: /^Preview: / })
  await preview.click()
  await expect(dialog(page, 'Preview').getByRole('button', { name: 'Stop Preview' })).toBeVisible()
  await look(page, dialog(page, 'Preview'))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Disconnect / }).click()
  await expect(page.getByRole('alertdialog')).toContainText('cannot be undone')
  await look(page, page.getByRole('alertdialog'))
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()

  await lookAtConnecting(page, look)
  await page.getByRole('button', { name: 'Sort Existing Emails' }).click()
  const sorting = dialog(page, 'Sort Existing Emails')
  await expect(sorting).toContainText('At most 1 email')
  await look(page, sorting)
  await sorting.getByRole('button', { name: 'Start Sorting' }).click()
  await expect(heading(page, 'Existing Emails Sorting')).toBeVisible()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
  await look(page, main(page))
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  await app.runDueJobs()
  await expect(heading(page, 'Existing Emails Done')).toBeVisible()
  await look(page)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Mailbox: / })
    .click()
  await expect(page.getByRole('menuitem', { name: 'Add new mailbox' })).toBeVisible()
  await look(page, page.getByRole('banner'))
  await page.keyboard.press('Escape')
  await failCalls(page, /mailbox-settings$/, { status: 400, times: 9 })
  await page.getByRole('button', { name: /^Settings: / }).click()
  await expect(settings.getByText('The settings of this mailbox could not be loaded.')).toBeVisible()
  await look(page, settings)
  const limited: Mailbox = {
    id: mailbox.mailboxId,
    name: 'Home',
    email_address: 'me@mail.example',
    provider: 'imap',
    sign_in: 'password',
    unsupported: ['move', 'send'],
    status: 'active',
    folder_count: 12,
    expires_at: null,
    has_webhook: false,
    polling: true,
  }
  await answerCalls(page, /microsoft-graph$/, MailboxList, { connected: true, mailboxes: [limited] })
  await page.reload()
  await expect(main(page)).toContainText('Its mail server cannot move single emails')
  await expect(main(page)).toContainText('It has no server for outgoing email')
  await look(page)
}

/** The overview of a new mailbox, without one, and where it cannot be loaded; notifications. */
export async function lookAtFirstSteps(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  const { page } = await openAs(browser, app, who, '/dashboard', { width: 1440 })
  const steps = page.getByRole('region', { name: "Let's Get Started" })
  await expect(steps.getByText('1 of 4 done')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Emails this month' })).toBeVisible()
  await look(page)
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notifications/ })
  const panel = dialog(page, 'Notifications')
  await bell.click()
  await expect(heading(page, 'No notifications')).toBeVisible()
  await look(page, panel)
  await app.ctx.db.asService(async (tx) => {
    for (const kind of ['limit_near', 'mailbox_needs_sign_in'] as const)
      await createNotification(tx, {
        userId: who.user.userId,
        kind,
        key: kind,
        now: app.clock.now(),
        mailboxId: who.mailboxId,
        count: 80,
      })
  })
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await look(page, panel)
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Folders' }).click()
  await expect(page.getByRole('rowheader', { name: 'Invoices' })).toBeVisible()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expect(steps.getByText('2 of 4 done')).toBeVisible()
  await look(page, steps)
  await who.call('mail-webhook-management', { action: 'subscribe', mailboxId: who.mailboxId })
  await who.deliver({ from: 'ana@friends.example', subject: 'Are you there?' })
  await sortedMails(app, who, 1)
  await expect(heading(page, 'Your email is being sorted')).toBeVisible()
  await look(page, main(page))

  await failCalls(page, /dashboard-overview$/, { status: 400, times: 9 })
  await failCalls(page, /functions\/v1\/notifications$/, { status: 400, times: 9 })
  await page.reload()
  await expect(heading(page, 'The overview could not be loaded')).toBeVisible()
  await bell.click()
  await expect(heading(page, 'Notifications could not be loaded')).toBeVisible()
  await look(page, panel)
  await page.keyboard.press('Escape')
  await look(page, main(page))
  await page.unrouteAll()
  await failCalls(page, /microsoft-graph$/, { status: 400, times: 9 })
  await navigate(page, '/dashboard?tab=mailbox')
  await page.reload()
  await expect(heading(page, 'Error Loading Mailboxes')).toBeVisible()
  await look(page)

  await page.unrouteAll()
  await answerCalls(page, /microsoft-graph$/, MailboxList, { connected: false, mailboxes: [] })
  await page.reload()
  await expect(heading(page, 'No Mailboxes Connected')).toBeVisible()
  await look(page)
  await navigate(page, '/dashboard')
  await expect(steps.getByText('0 of 4 done')).toBeVisible()
  await look(page)
}

/** Screens whose data has not arrived: placeholders in their place. */
export async function lookAtPlaceholders(app: App, browser: TestBrowser, look: Look): Promise<void> {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  const gate = Promise.withResolvers<void>()
  const { page } = await openAs(browser, app, who, '/dashboard', {
    width: 1440,
    prepare: async (opened) => {
      await opened.route(/\/(?:rest|functions)\/v1\/|\/auth\/v1\/user$/, async (route) => {
        await gate.promise
        await route.fallback()
      })
    },
  })
  await expect(page.getByText('Loading the overview...')).toBeAttached()
  await look(page)
  for (const [path, title] of [
    ['/history', 'Processing History'],
    ['/review', 'Review'],
    ['/subscription', 'Subscription'],
    ['/connections', 'Connections'],
    ['/account', 'Account Settings'],
  ] as const) {
    await navigate(page, path)
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(page.locator('[data-waiting]').first()).toBeVisible()
    await look(page, main(page))
  }
  gate.resolve()
}
