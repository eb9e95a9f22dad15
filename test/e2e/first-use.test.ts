import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { expectNoAxeViolations, launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'

const outlook = 'robin@contoso.example'

let app: App
let browser: TestBrowser
beforeAll(async () => {
  app = await startApp({ workers: true })
  browser = await launchBrowser()
  await app.control('POST', '/control/outlook/mailboxes', {
    email: outlook,
    kind: 'work',
    folders: [{ displayName: 'Work', children: [{ displayName: 'Invoices' }] }, { displayName: 'Newsletters' }],
  })
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

test('sign up, connect a mailbox, write instructions, and see email sorted', async () => {
  const { page, complaints } = await browser.open()
  await signUp(page)
  await connect(page)
  await writeInstructions(page, 'Invoices', 'Invoices and bills from suppliers, with an amount due.')
  await writeInstructions(page, 'Newsletters', 'Newsletters and letters about gardening that I read for pleasure.')

  const realTime = page.getByRole('switch', { name: 'Enable real-time processing' })
  await realTime.click()
  await expect(toastIn(page, 'Real-time processing enabled')).toBeVisible()
  await expect(realTime).toBeChecked()

  await expect(page.getByText('No processing logs yet')).toBeVisible()
  await arrives(
    'Invoice 4711: your amount due',
    'billing@supplier.example',
    'Please find the invoice; the amount due is 40 euro.',
  )
  const history = page.getByRole('list', { name: 'Last processed emails' })
  await expect(history.getByText('Invoice 4711: your amount due')).toBeVisible()
  await expect(history).toContainText('Work/Invoices')
  await expect(history).toContainText(/\d+ ?%/)
  await expect.poll(async () => folderOf('Invoice 4711: your amount due')).toBe('Invoices')

  await arrives('are you there?', 'mum@family.example', 'Call me when you can.')
  await expect(history.getByText('are you there?')).toBeVisible()
  await expect.poll(async () => folderOf('are you there?')).toBe('Inbox')

  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(toastIn(page, 'Signed out successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/login/)
  await page.goto(`${app.url}/dashboard`)
  await expect(page).toHaveURL(/\/auth\/login/)
  expect(complaints).toEqual([])
})

async function signUp(page: Page): Promise<void> {
  await page.goto(app.url)
  await expect(page.getByRole('heading', { name: 'Welcome to Mailroom' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign up' }).click()
  // The login screen has fields of the same names until the next screen is loaded.
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await page.getByLabel('Email').fill('robin@people.example')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('Confirm Password').fill('correct horse battery')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard/)
}

/** Goes from the empty dashboard to the consent page of the sandbox's Microsoft and back. */
async function connect(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Connect Mailbox' }).click()
  // The pressed button is on the other tab.
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Connect New Mailbox' }).click()
  await page.getByLabel('Account').fill(outlook)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(toastIn(page, 'Mailbox Connected')).toBeVisible()
  await expect(page.getByText('Your mailbox has been successfully connected!', { exact: true })).toBeVisible()
  await expect(page).not.toHaveURL(/mailbox_connected/)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText("Let's Get Started")
  await page.getByRole('tab', { name: 'Folders' }).click()
}

async function writeInstructions(page: Page, folder: string, instructions: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Edit instructions of .*${folder}$`) }).click()
  await page.getByRole('textbox', { name: new RegExp(`^Instructions for .*${folder}$`) }).fill(instructions)
  const save = page.getByRole('button', { name: 'Save instructions' })
  await save.click()
  await expect(save).toHaveCount(0)
  await expect(page.getByText(instructions)).toBeVisible()
}

async function arrives(subject: string, from: string, content: string): Promise<void> {
  await app.control('POST', `/control/outlook/${outlook}/messages`, {
    subject,
    from: { emailAddress: { address: from, name: 'Somebody' } },
    body: { contentType: 'text', content },
  })
}

async function folderOf(subject: string): Promise<string | null> {
  const answer = await app.control('GET', `/control/outlook/${outlook}/messages`)
  for (const message of Array.isArray(answer) ? answer : [])
    if (message.subject === subject) return String(message.folder)
  return null
}
