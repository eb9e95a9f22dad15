import type { Locator, Page } from 'playwright-core'
import { pageScripts } from '../../../contract/page-scripts.ts'
import { makeOperator } from '../../../server/shared/operators.ts'
import { expect } from '../expect.ts'
import { connectService } from '../services.ts'
import { type History, startHistory } from '../sorted-mail.ts'
import type { App } from '../start-app.ts'
import { addonNames, setSubscription, setUsage } from '../subscriptions.ts'
import { invoice } from '../trained-mailbox.ts'
import { navigate } from '../walk.ts'

/** What a screen has when its data is there, in every language; other screens: their heading. */
const contents: Readonly<Record<string, (page: Page) => Locator>> = {
  '/dashboard': (page) => page.getByRole('main').locator('details'),
  '/dashboard?tab=mailbox': (page) => page.getByRole('main').getByRole('listitem').filter({ hasText: '@contoso' }),
  '/dashboard?tab=folders': (page) => page.getByRole('rowheader', { name: 'Newsletters' }),
  '/history': (page) => page.getByRole('main').getByText('Invoice 51 for your electricity'),
  '/review': (page) => page.getByRole('article'),
  '/tidy-up': (page) => page.getByRole('main').locator('[data-row]').first(),
  '/senders': (page) => page.getByRole('table').getByRole('rowheader').first(),
  '/subscription': (page) =>
    page
      .getByRole('main')
      .getByRole('row')
      .filter({ hasText: /29[.,]00/ }),
  '/connections': (page) => page.getByRole('heading', { level: 3, name: 'Dropbox' }),
  '/account': (page) => page.locator('#sign-in'),
  '/operator': (page) => page.getByRole('table'),
  '/operator?tab=server': (page) => page.getByRole('main').getByText('npm run backup'),
  '/operator/set-up': (page) => page.locator('#set-up-mailbox'),
  '/help': (page) => page.getByRole('main').getByRole('img').first(),
  '/terms': (page) => page.locator('main a[href^="mailto:"]').first(),
}

/** The main dialogs, by the buttons that lead to them one after the other. */
const dialogs: Readonly<Record<string, readonly (readonly (string | RegExp)[])[]>> = {
  '/dashboard': [[/^Notifications/]],
  '/dashboard?tab=mailbox': [[/^Settings: /], ['Connect New Mailbox'], ['Sort Existing Emails']],
  '/dashboard?tab=folders': [['Create Folder'], ['Show details of Newsletters', 'Edit Conditions'], ['Add Action']],
  '/history': [[/^Invoice 51/, /^Move “Invoice 51.* to…$/]],
  '/subscription': [['Change Plan'], ['Manage Email Add-ons']],
  '/connections': [['Disconnect Dropbox']],
  '/account': [['Delete Account']],
  '/operator': [['Invite User']],
  '/operator?tab=server': [['Stop Everything']],
}

/** Opens the main dialogs of the English screen that is shown, and closes them. */
export async function eachDialog(page: Page, path: string, look: (dialog: Locator) => Promise<void>): Promise<void> {
  const dialog = page.locator('[role=dialog], [role=alertdialog]')
  for (const names of dialogs[path] ?? []) {
    for (const name of names) await page.getByRole('button', { name, exact: true }).click()
    await expect(dialog.getByRole('heading').first(), `${path}: ${names.join(', ')}`).toBeVisible()
    await expect(dialog.locator('[data-waiting]')).toHaveCount(0)
    await look(dialog)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
}

/** A user with something on each screen, who is an operator. */
export async function richUser(app: App): Promise<History> {
  const history = await startHistory(app)
  const { user, mailboxId } = history.mailbox
  const who = { token: user.accessToken, userId: user.userId }
  await app.ctx.db.asAccounts((tx) => makeOperator(tx, user.userId))
  await history.deliverAndSort(invoice(51))
  await app.ctx.db.asService((tx) =>
    tx.updateTable('mailboxes').set({ confidence_threshold: 1 }).where('id', '=', mailboxId).execute(),
  )
  await history.deliverAndSort(invoice(52))
  await history.mailbox.call('senders', { action: 'scan', mailboxId })
  await app.runDueJobs()
  await connectService(app, who, 'dropbox')
  await setSubscription(app, user.userId, { addons: { [addonNames.small]: 2 } })
  await setUsage(app, user.userId, 6000)
  await setUsage(app, user.userId, 1234, 2)
  return history
}

/** Walks through the screens of a signed-in user, each with its data. */
export async function eachScreen(page: Page, look: (path: string) => Promise<void>): Promise<void> {
  for (const path of [...Object.keys(pageScripts), '/operator?tab=server', '/terms']) {
    await navigate(page, path)
    await expect(contents[path]?.(page) ?? page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[data-waiting]')).toHaveCount(0)
    await look(path)
  }
}
