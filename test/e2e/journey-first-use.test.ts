import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { navigate } from '../kit/walk.ts'
import { chooseMicrosoft } from '../kit/microsoft-sign-in.ts'

/** From a new account to the first sorted email, with running workers. */

const outlook = 'robin@contoso.example'

const app = await appOfPages({ workers: true })
const browser = await browserOfFile()
await app.control('POST', '/control/outlook/mailboxes', {
  email: outlook,
  kind: 'work',
  folders: [{ displayName: 'Work', children: [{ displayName: 'Invoices' }] }, { displayName: 'Newsletters' }],
})

const steps = (page: Page) => page.getByRole('region', { name: "Let's Get Started" })
const realTimeIn = (within: Pick<Page, 'getByRole'>) =>
  within.getByRole('switch', { name: 'Enable real-time processing' })
const selectedTab = (page: Page) => page.getByRole('tab', { selected: true })

test('sign up, connect a mailbox, write instructions, and see email sorted', async () => {
  const { page } = await browser.open()
  await signUp(page)
  await expectEmptyDashboard(page)
  await connect(page)
  await followSteps(page)
  await seeFirstEmails(page)

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(toastIn(page, 'Signed out successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/login/)
  await navigate(page, '/dashboard')
  await expect(page).toHaveURL(/\/auth\/login/)
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

/** Without a mailbox, the dashboard shows what is missing and how to continue. */
async function expectEmptyDashboard(page: Page): Promise<void> {
  await expect(page.getByText('Not connected', { exact: true })).toBeVisible()
  await expect(page.getByText('Connect mailbox to configure folders', { exact: true })).toBeVisible()
  await expect(steps(page).getByText('0 of 4 done')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Need Help' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Folders' })).toBeDisabled()

  await page.getByRole('main').getByRole('button', { name: 'Connect Mailbox' }).click()
  await expect(selectedTab(page)).toHaveText('Mailbox')
  await expect(page.getByRole('heading', { name: 'No Mailboxes Connected' })).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
  // The pressed button is on the other tab.
  await expect(page.getByRole('heading', { name: 'Mailboxes', level: 1 })).toBeFocused()
  // One button connects, where the list will be.
  await expect(page.getByRole('main').getByRole('button')).toHaveText(['Refresh', 'Connect New Mailbox'])
}

/** Goes to the consent page of the sandbox's Microsoft and back, from the button in place of the folders. */
async function connect(page: Page): Promise<void> {
  await navigate(page, '/dashboard?tab=folders')
  await expect(steps(page)).toBeVisible()
  await expect(selectedTab(page)).toHaveText('Overview')
  await page.getByRole('main').getByRole('button', { name: 'Connect Mailbox' }).click()
  await chooseMicrosoft(page)
  await page.getByLabel('Account').fill(outlook)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(toastIn(page, 'Mailbox Connected')).toContainText('Your mailbox has been successfully connected!')
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText("Let's Get Started")
  await expect(steps(page).getByText('1 of 4 done')).toBeVisible()
}

/** Follows the steps until sorting is on. */
async function followSteps(page: Page): Promise<void> {
  // The switch is in the steps: the list does not send the user elsewhere for it.
  await expect(realTimeIn(steps(page))).toBeVisible()
  await expect(page.getByText('Sorting is off.')).toHaveCount(0)
  await steps(page).getByRole('link', { name: 'Open Folders' }).click()
  await expect(page.getByText('Check the folders below, then switch this on.')).toBeVisible()
  await writeInstructions(page, 'Invoices', 'Invoices and bills from suppliers, with an amount due.')
  await writeInstructions(page, 'Newsletters', 'Newsletters and letters about gardening that I read for pleasure.')
  await expect(page.getByText('No processing logs yet')).toBeVisible()
  await navigate(page, '/dashboard')
  await expect(steps(page).getByText('2 of 4 done')).toBeVisible()
  // The first steps instead of empty statistics.
  await expect(page.getByRole('progressbar', { name: 'Emails this month' })).toBeVisible()
  await expect(page.getByText('2 with instructions')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Last 30 Days' })).toHaveCount(0)
  const settings = steps(page).getByRole('button', { name: 'settings of the mailbox' })
  await settings.click()
  await expect(page.getByRole('dialog', { name: 'Mailbox Settings' }).getByText('Preview only')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(settings).toBeFocused()
  await realTimeIn(steps(page)).click()
  await expect(toastIn(page, 'Real-time processing enabled')).toBeVisible()
  await expect(realTimeIn(steps(page))).toBeChecked()
  await expect(steps(page).getByText('3 of 4 done')).toBeVisible()
}

async function writeInstructions(page: Page, folder: string, instructions: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Edit instructions of .*${folder}$`) }).click()
  await page.getByRole('textbox', { name: new RegExp(`^Instructions for .*${folder}$`) }).fill(instructions)
  const save = page.getByRole('button', { name: 'Save instructions' })
  await save.click()
  await expect(save).toHaveCount(0)
  await expect(page.getByText(instructions)).toBeVisible()
}

async function seeFirstEmails(page: Page): Promise<void> {
  // The first email shows also to a user who was on another page when it came.
  await navigate(page, '/help')
  await arrives(
    'Invoice 4711: your amount due',
    'billing@supplier.example',
    'Please find the invoice; the amount due is 40 euro.',
  )
  await expect.poll(async () => folderOf('Invoice 4711: your amount due')).toBe('Invoices')
  await navigate(page, '/dashboard')
  const done = page.getByRole('region', { name: 'Your email is being sorted' })
  await expect(done).toContainText('“Invoice 4711: your amount due” is in Work/Invoices.')

  await arrives('are you there?', 'mum@family.example', 'Call me when you can.')
  await expect(page.getByText('of 2 that came')).toBeVisible()
  const latest = page.getByRole('list', { name: 'Latest emails' })
  await expect(latest.getByRole('listitem').filter({ hasText: 'are you there?' })).toContainText('No folder fits')
  await expect(done).toContainText('“Invoice 4711: your amount due” is in Work/Invoices.')
  await expect.poll(async () => folderOf('are you there?')).toBe('Inbox')
  await page.getByRole('tab', { name: 'Folders' }).click()
  const history = page.getByRole('list', { name: 'Last processed emails' })
  await expect(history.getByText('are you there?')).toBeVisible()
  await expect(history.getByRole('listitem').filter({ hasText: 'Invoice 4711' })).toContainText(
    /Work\/Invoices.*\d+ ?%/,
  )

  // The result shows until the user leaves the page.
  await navigate(page, '/help')
  await expect(page.getByRole('heading', { level: 1, name: 'Documentation' })).toBeVisible()
  await navigate(page, '/dashboard')
  await expect(page.getByText('of 2 that came')).toBeVisible()
  await expect(done.or(steps(page))).toHaveCount(0)
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
