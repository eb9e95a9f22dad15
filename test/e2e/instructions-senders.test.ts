import { expect } from '../kit/expect.ts'
import { afterAll, beforeAll, test } from 'vitest'
import { atEachWidth, expectNoAxeViolations, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { horizontalOverflow, openAs } from '../kit/folders-page.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import type { ConnectedMailbox } from '../kit/mailbox.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { sortedMails, trainedMailbox } from '../kit/trained-mailbox.ts'

let app: App
let browser: TestBrowser
let robin: ConnectedMailbox
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  robin = await trainedMailbox(app)
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

test('an address in the instructions is read while typing, and decides about the next email', async () => {
  const { page, complaints } = await openAs(browser, app, robin, '/dashboard?tab=folders', { prepare: watchShifts })
  const editOf = (folder: string) => page.getByRole('button', { name: `Edit instructions of ${folder}` })
  await editOf('Newsletters').press('Enter')
  const newsletters = page.getByLabel('Instructions for Newsletters')
  await newsletters.fill('The club, and everything from firm.example except spam@firm.example')
  const read = page.getByRole('status').filter({ hasText: 'Mail from' })
  await expect(read).toContainText('Email from firm.example will always come here.')
  await expect(read).toContainText('Email from spam@firm.example never comes here.')
  await newsletters.fill('Mails von nina@firm.example')
  await expect(read).toHaveText('Email from nina@firm.example will always come here.')
  await expect(read).toHaveAttribute('aria-live', 'polite')
  await newsletters.press('Control+Enter')
  await expect(newsletters).toBeHidden()

  await robin.deliver({ from: 'nina@firm.example', subject: 'Qwertz' })
  await sortedMails(app, robin, 1)
  expect(await robin.inOutlook()).toMatchObject({ Newsletters: expect.arrayContaining(['Qwertz']) })
  const [log] = await robin.rows<object[]>('email_processing_logs?select=decided_by,explanation')
  expect(log).toEqual({ decided_by: 'condition', explanation: 'Your instructions: mail from nina@firm.example' })

  await editOf('Invoices').press('Enter')
  const invoices = page.getByLabel('Instructions for Invoices')
  await invoices.fill('Invoices, nina@firm.example')
  await expect(read).toHaveText('“Newsletters” also wants email from nina@firm.example; it will wait for your review.')
  await expectNoAxeViolations(page)
  await atEachWidth(page, async (width) => expect(await horizontalOverflow(page), String(width)).toBe(0))
  await invoices.fill('Invoices, not from nina@firm.example. Mail from nina@firm.example')
  await expect(read).toContainText(
    'Email from nina@firm.example is both wanted and excluded here. It never comes here.',
  )
  await invoices.fill('Invoices, nina@firm.example')
  await invoices.press('Control+Enter')
  await expect(invoices).toBeHidden()

  await robin.deliver({ from: 'nina@firm.example', subject: 'Asdf' })
  await sortedMails(app, robin, 2)
  await page.goto(`${app.url}/review`)
  const choices = page.getByRole('main')
  await expect(choices).toContainText('Asdf')
  await expect(choices).toContainText('both want mail from nina@firm.example')
  expect(await shiftsOf(page)).toBeLessThan(0.05)
  expect(complaints).toEqual([])
})

test('the dialog that creates a folder reads addresses while typing, and names a rival folder', async () => {
  await robin.rows('email_folders?folder_name=eq.Newsletters', {
    method: 'PATCH',
    body: JSON.stringify({ instructions: 'Mails von tom@firm.example' }),
  })
  const { page } = await openAs(browser, app, robin, '/dashboard?tab=folders', { prepare: watchShifts })
  await page.getByRole('button', { name: 'Create Folder' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Folder' })
  const field = dialog.getByLabel('What belongs in this folder?')
  const top = async () => (await field.boundingBox())?.y
  await dialog.getByLabel('Folder Name').fill('Firm')
  const before = await top()
  await field.fill('Everything from shop.example')
  const read = dialog.getByRole('status')
  await expect(read).toHaveText('Email from shop.example will always come here.')
  await field.fill('Everything from tom@firm.example')
  await expect(read).toHaveText('“Newsletters” also wants email from tom@firm.example; it will wait for your review.')
  expect(await top()).toBe(before)
  await expectNoAxeViolations(page)
  await atEachWidth(page, async (width) => expect(await horizontalOverflow(page), String(width)).toBe(0))
  await field.fill('')
  await expect(read).toBeEmpty()
  expect(await shiftsOf(page)).toBeLessThan(0.05)
})
