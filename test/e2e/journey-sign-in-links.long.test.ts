import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { signedIn, browserOfFile } from '../kit/browser.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { fillLogin, fragmentOf, newAccount, setProof, tokensOf } from '../kit/visitors.ts'

/** Errors and messages in the fragment of a URL; the tokens are in `journey-sign-in-links`. */
const app = await appOfPages()
const browser = await browserOfFile()

const expired = '#error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired'

test('an expired link offers a new email', async () => {
  const { page } = await browser.open()
  const notice = page.getByRole('alert').filter({ hasText: 'Login failed' })
  await page.goto(`${app.url}/dashboard${expired}`)
  await expect(notice).toContainText('Email link is invalid or has expired')
  await notice.getByRole('button', { name: 'Email me a new one' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in with a code' })).toBeFocused()
  await page.getByRole('button', { name: 'Use my password' }).click()
  await expect(notice).toHaveCount(0)
})

test('errors and messages leave the user signed in', async () => {
  const { page } = await browser.open()
  const refusal = toastIn(page, 'That did not work')
  await signedIn(page, app.url, await newAccount(app))
  // Each on another page than before, since the browser would not load the same page again for a fragment.
  await page.goto(`${app.url}/account#error=server_error&error_code=identity_already_exists&error_description=Taken`)
  await expect(refusal).toContainText('Taken')
  await expect(page).toHaveURL(`${app.url}/account`)

  await page.goto(`${app.url}/connections${expired}`)
  await expect(refusal).toContainText('Email link is invalid or has expired. You are signed in already.')

  // Such as after the first of two confirmations of a new address.
  await page.goto(`${app.url}/account#message=Confirmation+link+accepted.&sb=`)
  await expect(toastIn(page, 'Confirmation link accepted.')).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/account`)
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
})

test('refuses tokens of no known sign-in or of one that has ended, and keeps the destination', async () => {
  const account = await newAccount(app)
  const { page } = await browser.open()
  const loginUrl = `${app.url}/auth/login`
  const notice = page.getByRole('alert').filter({ hasText: 'Login failed' })
  const tokens = await tokensOf(app, account)
  await page.goto(`${app.url}/dashboard${fragmentOf(tokens)}`)
  await expect(page).toHaveURL(loginUrl)
  await expect(notice).toContainText(
    'It could not be verified that you started this sign-in in this browser. Please sign in again.',
  )

  await fetch(`${app.url}/auth/v1/logout`, {
    method: 'POST',
    headers: { apikey: app.ctx.access.anonKey, authorization: `Bearer ${tokens.access_token}` },
  })
  await setProof(page, app, tokens.access_token)
  await page.goto(`${app.url}/dashboard${fragmentOf(tokens)}`)
  await expect(notice).toContainText('This sign-in has expired. Please sign in again.')

  await page.goto(`${app.url}/dashboard?tab=mailbox#error=access_denied&error_description=Refused`)
  await expect(notice).toContainText('Refused')
  // The destination is kept.
  await fillLogin(page, account)
  await expect(page.getByRole('tab', { name: 'Mailbox' })).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
  await expect(page.getByText('Connection Issue')).toHaveCount(0)
})
