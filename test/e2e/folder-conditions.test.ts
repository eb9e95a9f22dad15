import { expect } from '../kit/expect.ts'
import { afterAll, beforeAll, test } from 'vitest'
import { expectNoAxeViolations, failCalls, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { beyond, openAs, toastIn } from '../kit/folders-page.ts'
import { learnedMailbox, sortedMails } from '../kit/learned-mailbox.ts'
import type { ConnectedMailbox } from '../kit/mailbox.ts'
import { startApp, type App } from '../kit/start-app.ts'

let app: App
let browser: TestBrowser
let robin: ConnectedMailbox
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  robin = await learnedMailbox(app)
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'watch-folders', { mailboxId: robin.mailboxId }))
  await app.drain()
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

test('a person says where mail goes, in an order, by keyboard; mail follows, and the history says why', async () => {
  const { page, complaints } = await openAs(browser, app, robin, '/dashboard?tab=folders')
  await page.getByRole('button', { name: 'Show details of Newsletters' }).press('Enter')
  const section = page.getByRole('region', { name: 'Conditions of Newsletters' })
  await expect(section).toContainText('No conditions.')
  await section.getByRole('button', { name: 'Edit Conditions' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Conditions' })
  await expect(dialog.getByText('There are no conditions yet.')).toBeVisible()

  await dialog.getByLabel('What exactly').fill('no address')
  await dialog.getByLabel('What exactly').press('Enter')
  await expect(dialog.getByText('Please enter an e-mail address, like anna@example.com.')).toBeVisible()
  await dialog.getByLabel('What exactly').fill('Billing@Power.example')
  await dialog.getByLabel('What exactly').press('Enter')
  await expect(dialog.getByRole('listitem')).toContainText(['From billing@power.example'])
  await expect(dialog.getByLabel('What exactly')).toHaveValue('')
  await expect(dialog.getByLabel('What exactly')).toBeFocused()

  await dialog.getByLabel('Mail', { exact: true }).selectOption({ label: 'With these words in the subject' })
  await dialog.getByLabel('What exactly').fill('electricity invoice')
  await dialog.getByLabel('Goes into').selectOption({ label: 'Invoices' })
  await dialog.getByRole('button', { name: 'Add Condition' }).press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expectNoAxeViolations(page)
  await dialog.getByRole('button', { name: 'Move up: “electricity invoice” in the subject' }).press('Enter')
  await expect(dialog.getByRole('listitem').first()).toContainText('into Invoices')
  await dialog.getByRole('button', { name: 'Move down: “electricity invoice” in the subject' }).press('Enter')
  await expect(dialog.getByRole('listitem').first()).toContainText('into Newsletters')
  const remove = dialog.getByRole('button', { name: 'Remove: “electricity invoice” in the subject' })
  await remove.press('Enter')
  const asked = dialog.getByRole('group', { name: 'Remove this condition: “electricity invoice” in the subject' })
  await expect(asked.getByRole('region', { name: 'Preview' })).toContainText('There are no emails yet to try this on.')
  await expectNoAxeViolations(page)
  await asked.getByRole('button', { name: 'Keep' }).press('Enter')
  await expect(asked).toBeHidden()
  await expect(remove).toBeFocused()
  await remove.press('Enter')
  await asked.getByRole('button', { name: 'Remove Condition' }).press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('heading', { name: 'In this order' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(section.getByRole('listitem')).toHaveText(['From billing@power.example'])
  await expect(section.getByRole('button', { name: 'Edit Conditions' })).toBeFocused()

  await robin.deliver({ from: 'billing@power.example', subject: 'Invoice 50 for your electricity' })
  await sortedMails(app, robin, 1)
  const [log] = await robin.rows<{ id: string }[]>('email_processing_logs?select=id')
  await page.goto(`${app.url}/history`)
  await expect(page.getByRole('main')).toContainText('Newsletters')
  expect(log).toBeDefined()
  expect(await robin.inOutlook()).toMatchObject({
    Newsletters: expect.arrayContaining(['Invoice 50 for your electricity']),
  })
  expect(complaints).toEqual([])
})

test('what cannot be saved is said, and the dialog fits a phone', async () => {
  const { page } = await openAs(browser, app, robin, '/dashboard?tab=folders', { width: 390 })
  await page.getByRole('button', { name: 'Show details of Invoices' }).click()
  await page
    .getByRole('region', { name: 'Conditions of Invoices' })
    .getByRole('button', { name: 'Edit Conditions' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Conditions' })
  await failCalls(page, /folder-conditions/, { when: (body) => body.includes('add') })
  await dialog.getByLabel('What exactly').fill('a@b.example')
  await dialog.getByRole('button', { name: 'Add Condition' }).click()
  await expect(toastIn(page, 'Update Failed')).toBeVisible()
  await expect(dialog.getByLabel('What exactly')).toHaveValue('a@b.example')
  expect(await beyond(page)).toBe(0)
})

test('what a drag in Outlook has taught shows at its folder, and can be forgotten', async () => {
  const { page } = await openAs(browser, app, robin, '/dashboard?tab=folders')
  await page.getByRole('button', { name: 'Show details of Invoices' }).click()
  const section = page.getByRole('region', { name: 'Learned for Invoices' })
  await expect(section.getByRole('heading', { name: 'Learned (0)' })).toBeVisible()
  const before = (await robin.rows<unknown[]>('email_processing_logs?select=id')).length
  const id = await robin.deliver({ from: 'anna@family.example', subject: 'Sunday?' })
  await sortedMails(app, robin, before + 1)
  await app.control('POST', `/control/outlook/${robin.email}/messages/${id}/move`, { folder: 'Invoices' })
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'watch-folders', { mailboxId: robin.mailboxId }))
  await app.drain()
  // Told by the live events: nobody reloads.
  await expect(section.getByRole('heading', { name: 'Learned (1)' })).toBeVisible()
  await expect(section.getByRole('listitem')).toContainText('anna@family.example')
  await section.getByRole('button', { name: 'Forget anna@family.example' }).press('Enter')
  await expect(section.getByRole('heading', { name: 'Learned (0)' })).toBeFocused()
})
