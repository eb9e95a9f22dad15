import { expect } from '../kit/expect.ts'
import type { Locator, Page } from 'playwright-core'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { navigate } from '../kit/walk.ts'

/** From a new account to the first sorted email, with running workers. */

const outlook = 'robin@contoso.example'
const sentences: Record<string, string> = {
  Children: 'Letters from school, and dates of the sports club.',
  Invoices: 'Invoices and bills from suppliers, with an amount due.',
  Newsletters: 'Newsletters and letters about gardening that I read for pleasure.',
  Travel: 'Tickets, hotels and bookings of my trips.',
}

const app = await appOfPages({ workers: true })
const browser = await browserOfFile()
await app.control('POST', '/control/outlook/mailboxes', {
  email: outlook,
  kind: 'work',
  folders: Object.keys(sentences).map((displayName) => ({ displayName })),
})
for (const subject of ['Invoice 4711 for water', 'Invoice 4712 for water'])
  await arrives(subject, 'billing@water.example', 'Your invoice is attached. The amount due is 31 euro.')

/** Clicks, and Enter in a form; what is typed is no press. */
let presses = 0
async function press(control: Locator): Promise<void> {
  presses++
  await control.click()
}

const steps = (page: Page) => page.getByRole('region', { name: "Let's Get Started" })
const main = (page: Page) => page.getByRole('main')
/** Also behind a dialog. */
const selectedTab = (page: Page) => page.getByRole('tab', { selected: true, includeHidden: true })

test('from the sign-up to sorting with four sentences in ten presses, to the first sorted email', async () => {
  const { page } = await browser.open()
  await signUp(page)
  await expectEmptyDashboard(page)
  await connect(page)
  await writeSentences(page)
  await switchOn(page)
  expect(presses).toBe(10)
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
  await press(page.getByRole('button', { name: 'Create account' }))
  await expect(page).toHaveURL(/\/dashboard/)
}

/** Without a mailbox, the dashboard shows what is missing and how to continue. */
async function expectEmptyDashboard(page: Page): Promise<void> {
  await expect(page.getByText('Not connected', { exact: true })).toBeVisible()
  await expect(page.getByText('Connect mailbox to configure folders', { exact: true })).toBeVisible()
  await expect(steps(page).getByText('0 of 4 done')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Need Help' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Folders' })).toBeDisabled()
}

/** Goes to the consent page of the sandbox's Microsoft and back. */
async function connect(page: Page): Promise<void> {
  await press(main(page).getByRole('button', { name: 'Connect Mailbox' }))
  const dialog = page.getByRole('dialog', { name: 'Connect a mailbox' })
  const address = dialog.getByLabel('Email address of the mailbox')
  await expect(address).toBeFocused()
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
  await expect(selectedTab(page)).toHaveText('Mailbox')
  await address.fill('robin@outlook.com')
  await press(dialog.getByRole('button', { name: 'Continue' }))
  await page.getByLabel('Account').fill(outlook)
  await press(page.getByRole('button', { name: 'Accept' }))
  await expect(toastIn(page, 'Mailbox Connected')).toContainText('Your mailbox has been successfully connected!')
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText("Let's Get Started")
  await expect(steps(page).getByText('1 of 4 done')).toBeVisible()
  // The second step says what the inbox is made of.
  await expect(steps(page).getByRole('listitem').nth(1)).toContainText('2 bills')
  // The dialog does not open again.
  await expect(dialog).toHaveCount(0)
}

/** The editor of the first folder is open; each saved sentence leads to the next folder without one. */
async function writeSentences(page: Page): Promise<void> {
  await press(steps(page).getByRole('link', { name: 'Open Folders' }))
  await expect(page.getByText('Check the folders below, then switch this on.')).toBeVisible()
  const folders = Object.entries(sentences)
  for (const [index, [folder, sentence]] of folders.entries()) {
    const field = page.getByRole('textbox', { name: `Instructions for ${folder}` })
    await expect(field).toBeFocused()
    await field.fill(sentence)
    const isLast = index === folders.length - 1
    await press(page.getByRole('button', { name: isLast ? 'Save instructions' : 'Save and Next' }))
    await expect(field).toHaveCount(0)
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await expect(page.getByText('No processing logs yet')).toBeVisible()
}

async function switchOn(page: Page): Promise<void> {
  const realTime = main(page).getByRole('switch', { name: 'Enable real-time processing' })
  await press(realTime)
  await expect(toastIn(page, 'Real-time processing enabled')).toBeVisible()
  await expect(realTime).toBeChecked()
}

/** The last step; it can be left out. */
async function startDigest(panel: Locator): Promise<void> {
  const digest = panel.getByRole('listitem').filter({ hasText: 'Get the day in one email' })
  await digest.getByRole('button', { name: 'Send Me the Digest' }).click()
  await expect(digest).toContainText('(done)')
}

/** A choice of the third step. The next email waits, and “File now” files it. */
async function fileAfterReading(page: Page, panel: Locator): Promise<void> {
  const choice = panel.getByRole('combobox', { name: 'When to file sorted email' })
  await choice.selectOption({ label: 'After I have read it' })
  await expect(toastIn(page, 'Settings saved')).toBeVisible()
  const subject = 'Invoice 4712: your amount due'
  await arrives(subject, 'billing@supplier.example', 'Please find the invoice; the amount due is 41 euro.')
  const row = page.getByRole('list', { name: 'Latest emails' }).getByRole('listitem').filter({ hasText: subject })
  await expect(row).toContainText('Will be filed in Invoices once you have read it')
  await expect(row.getByTitle('Filed later')).toBeVisible()
  expect(await folderOf(subject)).toBe('Inbox')
  await row.hover()
  await row.getByRole('button', { name: `File “${subject}” now` }).click()
  // Gone, or behind “1 new email”: the filing is newer than the list that the pointer is over.
  await expect(row.getByText('Will be filed')).toHaveCount(0)
  await expect.poll(async () => folderOf(subject)).toBe('Invoices')
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
  await expect(done).toContainText('“Invoice 4711: your amount due” is in Invoices.')

  await arrives('are you there?', 'mum@family.example', 'Call me when you can.')
  await startDigest(done)
  await fileAfterReading(page, done)
  await expect(page.getByText('of 3 that came')).toBeVisible()
  const latest = page.getByRole('list', { name: 'Latest emails' })
  await expect(latest.getByRole('listitem').filter({ hasText: 'are you there?' })).toContainText('No folder fits')
  await expect(done).toContainText('“Invoice 4711: your amount due” is in Invoices.')
  await expect.poll(async () => folderOf('are you there?')).toBe('Inbox')
  await page.getByRole('tab', { name: 'Folders' }).click()
  const history = page.getByRole('list', { name: 'Last processed emails' })
  await expect(history.getByText('are you there?')).toBeVisible()
  await expect(history.getByRole('listitem').filter({ hasText: 'Invoice 4711' })).toContainText(/Invoices.*\d+ ?%/)

  // The result shows until the user leaves the page.
  await navigate(page, '/help')
  await expect(page.getByRole('heading', { level: 1, name: 'Documentation' })).toBeVisible()
  await navigate(page, '/dashboard')
  await expect(page.getByText('of 3 that came')).toBeVisible()
  await expect(done.or(steps(page))).toHaveCount(0)

  // An email that is filed later needs no answer, but the review says when, and files it.
  await arrives(
    'Invoice 4713: your amount due',
    'billing@supplier.example',
    'Please find the invoice; the amount due is 42 euro.',
  )
  await navigate(page, '/review')
  const later = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Invoice 4713' })
  await expect(later).toContainText('Will be filed in Invoices once you have read it')
  await later.getByRole('button', { name: 'File “Invoice 4713: your amount due” now' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Filed later' })).toHaveCount(0)
  await expect.poll(async () => folderOf('Invoice 4713: your amount due')).toBe('Invoices')
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
