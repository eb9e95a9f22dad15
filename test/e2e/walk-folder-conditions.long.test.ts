import { expect } from '../kit/expect.ts'
import { afterAll, beforeAll, test } from 'vitest'
import { failCalls, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { trainedMailbox, sortedMails } from '../kit/trained-mailbox.ts'
import type { ConnectedMailbox } from '../kit/mailbox.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { dismissToast, toastIn } from '../kit/toast.ts'
import { navigate } from '../kit/walk.ts'

let app: App
let browser: TestBrowser
let robin: ConnectedMailbox
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  robin = await trainedMailbox(app)
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'detect-manual-moves', { mailboxId: robin.mailboxId }))
  await app.runDueJobs()
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

test('a user orders conditions by keyboard; email follows them, and the history gives the reason', async () => {
  const { page, complaints } = await openAs(browser, app, robin, '/dashboard?tab=folders')
  await page.getByRole('button', { name: 'Show details of Newsletters' }).press('Enter')
  const section = page.getByRole('region', { name: 'Conditions of Newsletters' })
  await expect(section).toContainText('No conditions.')
  await section.getByRole('button', { name: 'Edit Conditions' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Conditions' })
  await expect(dialog.getByText('There are no conditions yet.')).toBeVisible()

  await dialog.getByLabel('Value').fill('no address')
  await dialog.getByLabel('Value').press('Enter')
  await expect(dialog.getByText('Please enter an email address, like anna@example.com.')).toBeVisible()
  await dialog.getByLabel('Value').fill('power.example')
  await dialog.getByLabel('Value').press('Enter')
  await expect(dialog.getByText('This is a domain. Choose “From this domain”,')).toBeVisible()
  await dialog.getByLabel('Email', { exact: true }).selectOption({ label: 'From this domain' })
  await dialog.getByLabel('Value').fill('Billing@Power.example')
  await dialog.getByLabel('Value').press('Enter')
  await expect(dialog.getByText('This is an email address. Choose “From this address”,')).toBeVisible()
  await dialog.getByLabel('Email', { exact: true }).selectOption({ label: 'From this address' })
  await dialog.getByLabel('Value').press('Enter')
  await expect(dialog.getByRole('listitem')).toContainText(['From billing@power.example'])
  await expect(dialog.getByLabel('Value')).toHaveValue('')
  await expect(dialog.getByLabel('Value')).toBeFocused()

  await dialog.getByLabel('Email', { exact: true }).selectOption({ label: 'With these words in the subject' })
  await dialog.getByLabel('Value').fill('electricity invoice')
  await dialog.getByLabel('Goes into').selectOption({ label: 'Invoices' })
  await dialog.getByRole('button', { name: 'Add Condition' }).press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  const first = dialog.getByRole('listitem').first()
  const up = dialog.getByRole('button', { name: 'Move up: “electricity invoice” in the subject' })
  const down = dialog.getByRole('button', { name: 'Move down: “electricity invoice” in the subject' })
  const save = dialog.getByRole('group', { name: 'Save the new order of the conditions' })
  const expectAnnounced = (text: string) =>
    expect(page.getByText(`“electricity invoice” in the subject is ${text}`)).toBeAttached()
  await down.press('Enter')
  await expectAnnounced('already last')
  await up.press('Enter')
  await expectAnnounced('number 1 of 2, not saved yet')
  await expect(first).toContainText('into Invoices')
  await expect(save).toContainText('Number 1 of 2, not saved yet.')
  await expect(save.getByRole('region', { name: 'Preview' })).toContainText('There are no emails yet to try this on.')
  await down.press('Enter')
  await expectAnnounced('number 2 of 2, as it was')
  await expect(save).toBeHidden()
  await expect(first).toContainText('into Newsletters')
  // Focus stays on the button, also when its row has moved.
  await expect(down).toBeFocused()
  await up.press('Enter')
  await up.press('Escape')
  const discard = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await expect(discard).toContainText('The new order of the conditions is not saved yet.')
  await discard.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(discard).toBeHidden()
  // Focus returns after the question has closed; an earlier key press would be lost.
  await expect(up).toBeFocused()
  await save.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(save).toBeHidden()
  await expect(first).toContainText('into Newsletters')
  await expect(up).toBeFocused()
  const remove = dialog.getByRole('button', { name: 'Remove: “electricity invoice” in the subject' })
  await remove.press('Enter')
  const confirmation = dialog.getByRole('group', {
    name: 'Remove this condition: “electricity invoice” in the subject',
  })
  await expect(confirmation.getByRole('region', { name: 'Preview' })).toContainText(
    'There are no emails yet to try this on.',
  )
  await confirmation.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(confirmation).toBeHidden()
  await expect(remove).toBeFocused()
  await remove.press('Enter')
  await confirmation.getByRole('button', { name: 'Remove Condition' }).press('Enter')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expect(dialog.getByRole('heading', { name: 'Order' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(section.getByRole('listitem')).toHaveText(['From billing@power.example'])
  await expect(section.getByRole('button', { name: 'Edit Conditions' })).toBeFocused()

  await robin.deliver({ from: 'billing@power.example', subject: 'Invoice 50 for your electricity' })
  await sortedMails(app, robin, 1)
  const [log] = await robin.rows<{ id: string }[]>('email_processing_logs?select=id')
  await navigate(page, '/history')
  await expect(page.getByRole('main')).toContainText('Newsletters')
  expect(log).toBeDefined()
  expect(await robin.inOutlook()).toMatchObject({
    Newsletters: expect.arrayContaining(['Invoice 50 for your electricity']),
  })
  expect(complaints).toEqual([])
})

test('previews another order before it is saved; reports what cannot be saved, and keeps what is typed', async () => {
  // Both match the email that was sorted above.
  const stored = () => robin.call('folder-conditions', { action: 'list', mailboxId: robin.mailboxId })
  const [invoices] = await robin.rows<{ id: string }[]>('email_folders?select=id&folder_name=eq.Invoices')
  const condition = { folderId: invoices?.id, kind: 'subject', value: 'electricity invoice' }
  await robin.call('folder-conditions', { action: 'add', mailboxId: robin.mailboxId, condition })
  const before = await stored()
  const { page, complaints } = await openAs(browser, app, robin, '/dashboard?tab=folders')
  const dialog = page.getByRole('dialog', { name: 'Conditions' })
  const up = dialog.getByRole('button', { name: 'Move up: “electricity invoice” in the subject' })
  const save = dialog.getByRole('group', { name: 'Save the new order of the conditions' })
  await page.getByRole('button', { name: 'Show details of Invoices' }).press('Enter')
  // A key press does not wait until the conditions are loaded.
  await expect(page.getByRole('button', { name: 'Edit Conditions' })).toBeEnabled()
  await page.getByRole('button', { name: 'Edit Conditions' }).press('Enter')
  await dialog.getByLabel('Value').fill('nobody@else.example')
  await dialog.getByRole('button', { name: 'Preview' }).press('Enter')
  await expect(dialog.getByRole('region', { name: 'Preview' })).toHaveText('For your last email nothing would change.')
  await dialog.getByLabel('Value').fill('')
  await failCalls(page, /functions\/v1\/preview-sorting/)
  await up.press('Enter')
  await expect(save.getByRole('alert')).toContainText('The preview could not be created')
  await save.getByRole('button', { name: 'Try Again' }).press('Enter')
  await expect(save).toContainText('Of your last email: 1 would come in, 0 would go out, 0 stay unsure.')
  await expect(save.getByRole('listitem')).toHaveText([/Invoice 50 for your electricity.*Newsletters.*Invoices/])
  expect(await stored()).toEqual(before)
  await failCalls(page, /folder-conditions/, { when: (body) => body.includes('order') })
  await save.getByRole('button', { name: 'Save Order' }).press('Enter')
  await expect(toastIn(page, 'Update Failed')).toBeVisible()
  await expect(save.getByRole('button', { name: 'Save Order' })).toBeEnabled()
  await save.getByRole('button', { name: 'Save Order' }).press('Enter')
  await expect(save).toBeHidden()
  await expect(up).toBeFocused()
  expect(await stored()).not.toEqual(before)
  await dismissToast(page, 'Update Failed')

  await failCalls(page, /folder-conditions/, { when: (body) => body.includes('add') })
  await dialog.getByLabel('Value').fill('a@b.example')
  await dialog.getByRole('button', { name: 'Add Condition' }).click()
  await expect(toastIn(page, 'Update Failed')).toBeVisible()
  await expect(dialog.getByLabel('Value')).toHaveValue('a@b.example')

  // Unsaved input is not lost by accident, and Done adds it first if it is valid.
  await dialog.getByLabel('Value').press('Escape')
  const discard = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await expect(discard).toContainText('The condition that you have typed is not added yet.')
  await discard.getByRole('button', { name: 'Cancel' }).click()
  await expect(discard).toBeHidden()
  const done = dialog.getByRole('button', { name: 'Done' })
  await dialog.getByLabel('Value').fill('no address')
  await done.click()
  await expect(dialog.getByText('Please enter an email address, like anna@example.com.')).toBeVisible()
  await expect(dialog.getByLabel('Value')).toBeFocused()
  await dialog.getByLabel('Value').fill('a@b.example')
  await done.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('region', { name: 'Conditions of Invoices' })).toContainText('From a@b.example')

  // What a move in Outlook taught is shown at the folder by live events.
  const section = page.getByRole('region', { name: 'Learned for Invoices' })
  await expect(section.getByRole('heading', { name: 'Learned (0)' })).toBeVisible()
  const sorted = (await robin.rows<unknown[]>('email_processing_logs?select=id')).length
  const id = await robin.deliver({ from: 'anna@family.example', subject: 'Sunday?' })
  await sortedMails(app, robin, sorted + 1)
  await app.control('POST', `/control/outlook/${robin.email}/messages/${id}/move`, { folder: 'Invoices' })
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'detect-manual-moves', { mailboxId: robin.mailboxId }))
  await app.runDueJobs()
  await expect(section.getByRole('heading', { name: 'Learned (1)' })).toBeVisible()
  await expect(section.getByRole('listitem')).toContainText('anna@family.example')
  await section.getByRole('button', { name: 'Forget anna@family.example' }).press('Enter')
  await expect(section.getByRole('heading', { name: 'Learned (0)' })).toBeFocused()
  expect(complaints).toEqual([])
})
