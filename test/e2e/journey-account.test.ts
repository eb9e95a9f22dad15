import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { mailedCode, mailedLinks, openSettings } from '../kit/account-page.ts'
import { launchBrowser, openAuthPage, type TestBrowser } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { emailsTo } from '../kit/outbox.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { type Account, fillLogin, newAccount, newAddress, tokensOf } from '../kit/visitors.ts'
import { navigate } from '../kit/walk.ts'

/** What users change in their account settings, with the real server; the states of the page are in `walk-account`. */
let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const rowsOf = (page: Page) => page.getByRole('list', { name: 'Devices that are signed in' }).getByRole('listitem')
const dismiss = (toast: Locator) => toast.getByRole('button', { name: 'Dismiss' }).click()
const expectSignIn = async (account: Account): Promise<void> =>
  expect((await tokensOf(app, account)).access_token).toMatch(/^ey/)

async function fillNewPassword(page: Page, password: string): Promise<void> {
  await field(page, 'New Password').fill(password)
  await field(page, 'Confirm New Password').fill(password)
}

test('changes the password by the former one, then by an emailed code', async () => {
  const account = await newAccount(app)
  const { page, complaints } = await openSettings(app, browser, account)
  await expect(rowsOf(page)).toHaveCount(2)
  // Needs no recent sign-in, because the password is entered here.
  await app.advance('6 min')
  await page.getByRole('tab', { name: 'Email Address' }).focus()
  await page.keyboard.press('ArrowRight')
  // Both forms have a field "Current Password"; the arrow selects the tab in a later task.
  await expect(page.getByRole('tab', { name: 'Password' })).toBeFocused()

  // By keyboard alone, past the buttons that show the password.
  const [second, third, fourth] = ['seven green bicycles', 'eight blue tricycles', 'nine red unicycles'] as const
  const updated = toastIn(page, 'Password updated successfully')
  await field(page, 'Current Password').focus()
  await page.keyboard.type(account.password)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(second)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type(second)
  await page.keyboard.press('Enter')
  await expect(updated).toContainText('Your password has been changed.')
  for (const label of ['Current Password', 'New Password', 'Confirm New Password'])
    await expect(field(page, label)).toHaveValue('')
  // Only the page's session remains; all earlier ones have ended.
  await expect(rowsOf(page)).toHaveCount(1)
  await dismiss(updated)

  // The former password is a wrong one now.
  const failed = (reason: string) => toastIn(page, 'Failed to update password').filter({ hasText: reason })
  await field(page, 'Current Password').fill(account.password)
  await fillNewPassword(page, third)
  await page.keyboard.press('Enter')
  await expect(failed('Invalid login credentials')).toBeVisible()
  await expect(field(page, 'Current Password')).toBeFocused()
  await expect(field(page, 'New Password')).toHaveValue(third)

  const code = field(page, 'Code from the Email')
  await page.getByRole('button', { name: 'Use a code by email' }).press('Enter')
  await page.getByRole('button', { name: 'Update Password' }).press('Enter')
  await expect(code).toHaveAccessibleDescription('Please enter the code from the email')
  await page.getByRole('button', { name: 'Send Code' }).press('Enter')
  await expect(code).toBeFocused()
  await page.keyboard.type('000000')
  await expect(code).toHaveAccessibleDescription(/We sent a code to .* It is valid for 10 minutes\./)
  await code.fill(await mailedCode(app, account.email))
  await page.keyboard.press('Enter')
  await expect(updated).toBeVisible()
  await expect(field(page, 'Current Password')).toHaveValue('')
  await dismiss(updated)

  // Refused where it stays the same; another attempt is possible.
  await field(page, 'Current Password').fill(third)
  await fillNewPassword(page, third)
  await page.keyboard.press('Enter')
  await expect(failed('New password should be different from the old password.')).toBeVisible()
  await expect(field(page, 'New Password')).toBeFocused()
  await fillNewPassword(page, fourth)
  await page.keyboard.press('Enter')
  await expect(updated).toBeVisible()
  await expectSignIn({ ...account, password: fourth })
  expect(complaints).toEqual([])
})

test('changes the address once both mailboxes have confirmed it', async () => {
  const account = await newAccount(app)
  const wanted = newAddress()
  const { page, complaints } = await openSettings(app, browser, account)
  const failed = (reason: string) => toastIn(page, 'Failed to update email').filter({ hasText: reason })
  await field(page, 'New Email Address').focus()
  await page.keyboard.type(wanted)
  await field(page, 'Current Password').focus()
  await page.keyboard.type('not this one')
  await page.keyboard.press('Enter')
  await expect(failed('Invalid login credentials')).toBeVisible()
  await expect(field(page, 'Current Password')).toBeFocused()

  // A code replaces the password, also long after the sign-in; the next email has to wait.
  await app.advance('6 min')
  await page.getByRole('button', { name: 'Use a code by email' }).press('Enter')
  await page.getByRole('button', { name: 'Send Code' }).press('Enter')
  await expect(field(page, 'Code from the Email')).toBeFocused()
  await page.keyboard.type('abcdef')
  await page.keyboard.press('Enter')
  await expect(failed('Nonce has expired or is invalid')).toBeVisible()
  await page.getByRole('button', { name: 'Send Again' }).press('Enter')
  await expect(toastIn(page, 'Failed to send the code')).toContainText(/Please wait \d+ seconds and try again\./)
  await page.getByRole('button', { name: 'Use your password' }).press('Enter')

  await field(page, 'Current Password').fill(account.password)
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Email update initiated')).toContainText(
    'Please check your new email for a confirmation link.',
  )
  await expect(field(page, 'New Email Address')).toHaveValue('')
  await expect(field(page, 'Current Password')).toHaveValue('')
  const waiting = page.getByRole('heading', { name: 'Waiting for confirmation' })
  await expect(waiting).toBeVisible()
  for (const address of [wanted, account.email])
    await expect(page.getByText(`Open the link that we sent to ${address}`)).toBeVisible()

  const resend = page.getByRole('button', { name: 'Resend Links' })
  await resend.press('Enter')
  await expect(toastIn(page, 'Failed to send the links')).toContainText(/Please wait \d+ seconds and try again\./)
  await app.advance('61 s')
  await resend.press('Enter')
  await expect(toastIn(page, 'Links sent')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel Change' }).press('Enter')
  await expect(toastIn(page, 'Change canceled')).toContainText(`You keep ${account.email}.`)
  await expect(waiting).toHaveCount(0)

  await app.advance('61 s')
  await field(page, 'New Email Address').fill(wanted)
  await field(page, 'Current Password').fill(account.password)
  await page.keyboard.press('Enter')
  await expect(waiting).toBeVisible()
  for (const [index, address] of [wanted, account.email].entries()) {
    const [link] = await mailedLinks(app, address)
    await page.goto(link ?? '')
    await page.getByRole('button').press('Enter')
    await page.waitForURL(`${app.url}/account`)
    if (index === 0) await expect(toastIn(page, 'Confirmation link accepted')).toBeVisible()
  }
  await expect(toastIn(page, 'Your email address has been changed')).toBeVisible()
  await expect(page.getByText(`Your address is ${wanted}`)).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await expectSignIn({ ...account, email: wanted })
  expect(complaints).toEqual([])
})

test('signs out other devices, orders the digest, exports the data and deletes the account', async () => {
  const account = await newAccount(app)
  const phone = await tokensOf(app, account)
  // Signs in through the page, so that the server records the browser's name.
  const { page, complaints } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/login`)
  await fillLogin(page, account)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await navigate(page, '/account')

  const rows = rowsOf(page)
  await expect(rows).toHaveCount(3)
  for (const text of ['Chrome on Linux', 'This device', 'Active now']) await expect(rows.first()).toContainText(text)
  await expect(rows.first().getByRole('button')).toHaveCount(0)
  await expect(rows.last()).toContainText('Unknown device')
  await rows.last().getByRole('button', { name: 'Sign out Unknown device' }).press('Enter')
  await expect(toastIn(page, 'Device signed out')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Devices that are signed in' })).toBeFocused()
  await expect(rows).toHaveCount(2)
  const headers = { apikey: app.ctx.access.anonKey, authorization: `Bearer ${phone.access_token}` }
  const statusOfPhone = async () => (await fetch(`${app.url}/auth/v1/user`, { headers })).status
  expect(await statusOfPhone()).toBe(200)
  await page.getByRole('button', { name: 'Sign Out All Others' }).press('Enter')
  await expect(toastIn(page, 'All other devices are signed out')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Sign Out All Others' })).toHaveCount(0)
  expect(await statusOfPhone()).toBe(403)

  // The digest starts once the reader of the address has agreed.
  const choice = (name: string) => page.getByRole('radio', { name, exact: true })
  await expect(choice('Off')).toBeChecked()
  await choice('Off').focus()
  await page.keyboard.press('ArrowDown')
  await expect(choice('Daily')).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await expect(toastIn(page, 'Weekly digest chosen')).toContainText('open the link that we sent to you')
  const notice = page.getByRole('alert').filter({ hasText: 'Confirm your address first' })
  await expect(notice).toContainText(account.email)
  await expect(page.getByText(/The next one is sent/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Send Link Again' }).press('Enter')
  await expect(toastIn(page, 'Link sent')).toBeVisible()
  const sent = await emailsTo(app, account.email)
  const links = sent.flatMap(({ text }) => /^http\S+\/api\/email-digest\/confirm\S+$/m.exec(text)?.[0] ?? [])
  expect(links).toHaveLength(2)
  await page.goto(links[0] ?? '')
  await page.getByRole('button', { name: 'Send me the digest' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'The digest is on' })).toBeVisible()
  await page.goto(`${app.url}/account`)
  await expect(choice('Weekly')).toBeChecked()
  await expect(page.getByText(/The next one is sent on .+ \(your time\)/)).toBeVisible()
  await expect(notice).toHaveCount(0)

  const arrived = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export Data' }).press('Enter')
  const download = await arrived
  expect(download.suggestedFilename()).toMatch(/^mailroom-data-\d{4}-\d{2}-\d{2}\.json$/)
  const exported: unknown = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(exported).toMatchObject({ product: 'Mailroom' })
  expect(JSON.stringify(exported)).toContain(account.email)
  await expect(toastIn(page, 'Data exported')).toContainText(download.suggestedFilename())

  await page.getByRole('button', { name: 'Delete Account' }).press('Enter')
  await expect(dialog(page).getByRole('heading', { name: 'Delete your account?' })).toBeVisible()
  await expect(dialog(page).getByRole('listitem')).toHaveCount(4)
  const address = page.getByLabel(`Type ${account.email} to confirm`)
  const last = dialog(page).getByRole('button', { name: 'Delete Account' })
  await expect(address).toBeFocused()
  await page.keyboard.type('somebody.else@people.example')
  await expect(last).toBeDisabled()
  await address.fill(account.email)
  await expect(last).toBeEnabled()
  // The page considers its authentication recent; the server does not.
  await app.advance('6 min')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await field(page, 'Your Password').fill(account.password)
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Account deleted')).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  await expect(page.getByText('Your session has ended')).toHaveCount(0)
  await fillLogin(page, account)
  await expect(toastIn(page, 'Login failed')).toContainText('Invalid login credentials')
  expect(complaints).toEqual([])
})
