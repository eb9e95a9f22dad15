import { test } from 'vitest'
import { fieldIn, openSettings } from '../kit/account-page.ts'
import { browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { emailsTo } from '../kit/outbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { newAccount, newAddress } from '../kit/visitors.ts'

/** Other ways to change password and address than those of `journey-account`. */
const app = await appOfPages()
const browser = await browserOfFile()

test('a change of the address is sent again after a minute, and canceled', async () => {
  const account = await newAccount(app)
  const wanted = newAddress()
  const { page } = await openSettings(app, browser, account)
  const failed = (reason: string) => toastIn(page, 'Failed to update email').filter({ hasText: reason })
  await fieldIn(page, 'New Email Address').focus()
  await page.keyboard.type(wanted)
  await fieldIn(page, 'Current Password').focus()
  await page.keyboard.type('not this one')
  await page.keyboard.press('Enter')
  await expect(failed('Invalid login credentials')).toBeVisible()
  await expect(fieldIn(page, 'Current Password')).toBeFocused()

  // A code replaces the password, also long after the sign-in; the next email has to wait.
  await app.advance('6 min')
  await page.getByRole('button', { name: 'Use a code by email' }).press('Enter')
  await page.getByRole('button', { name: 'Send Code' }).press('Enter')
  await expect(fieldIn(page, 'Code from the Email')).toBeFocused()
  await page.keyboard.type('abcdef')
  await page.keyboard.press('Enter')
  await expect(failed('Nonce has expired or is invalid')).toBeVisible()
  await page.getByRole('button', { name: 'Send Again' }).press('Enter')
  await expect(toastIn(page, 'Failed to send the code')).toContainText(/Please wait \d+ seconds and try again\./)
  await page.getByRole('button', { name: 'Use your password' }).press('Enter')

  await fieldIn(page, 'Current Password').fill(account.password)
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Email update initiated')).toContainText(
    'Please check your new email for a confirmation link.',
  )
  await expect(fieldIn(page, 'New Email Address')).toHaveValue('')
  await expect(fieldIn(page, 'Current Password')).toHaveValue('')
  const waiting = page.getByRole('heading', { name: 'Waiting for confirmation' })
  await expect(waiting).toBeVisible()
  for (const address of [wanted, account.email])
    await expect(page.getByText(`Open the link that was sent to ${address}`)).toBeVisible()

  const resend = page.getByRole('button', { name: 'Resend Links' })
  await resend.press('Enter')
  await expect(toastIn(page, 'Failed to send the links')).toContainText(/Please wait \d+ seconds and try again\./)
  await app.advance('61 s')
  await resend.press('Enter')
  await expect(toastIn(page, 'Links sent')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel Change' }).press('Enter')
  await expect(toastIn(page, 'Change canceled')).toContainText(`You keep ${account.email}.`)
  await expect(waiting).toHaveCount(0)
})

test('the digest starts once the reader of the address has agreed', async () => {
  const account = await newAccount(app)
  const { page } = await openSettings(app, browser, account)
  const digest = page.locator('#digest')
  await digest.getByRole('button', { name: 'Change' }).press('Enter')
  await page.getByRole('switch', { name: 'Send me the digest' }).press('Enter')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(toastIn(page, 'Emails to you saved')).toContainText('open the link that was sent to you')
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
  await expect(digest).toContainText('Each day at 6:00 AM')
  await expect(page.getByText(/The next one is sent on .+ \(your time\)/)).toBeVisible()
  await expect(notice).toHaveCount(0)
})
