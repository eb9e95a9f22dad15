import { test } from 'vitest'
import { addPasskeyDevice, setUpPasskey } from '../kit/browser-passkey.ts'
import { failCalls, openAuthPage, browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { clientOf } from '../kit/outbox.ts'
import { codeOf, recoveryCodesOf, withAuthenticator } from '../kit/second-step.ts'
import { headingIn, passFirstStep, signOut } from '../kit/sign-in-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { dismissToast, toastIn } from '../kit/toast.ts'
import { newAccount, tokensOf } from '../kit/visitors.ts'

/** Second steps that are refused, fail or take another way than those of `journey-second-step`. */
const app = await appOfPages()
const browser = await browserOfFile()

/** A new account whose second step is a passkey of this browser, on the page that signs in. */
async function ownerOfLaptop() {
  const account = await newAccount(app)
  const { page } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/login`)
  const laptop = await addPasskeyDevice(page)
  const { access_token } = await tokensOf(app, account)
  return { account, page, laptop, token: await setUpPasskey(page, app, access_token, 'Laptop') }
}

test('a code that is too short or fails is reported, and a session that has ended leads to the login', async () => {
  const account = await newAccount(app)
  const { auth } = clientOf(app)
  await auth.signInWithPassword(account)
  const { secret } = await withAuthenticator(auth, app.clock)
  const { page } = await browser.open()
  const field = page.getByLabel('6-digit code')
  await openAuthPage(page, `${app.url}/auth/login`)
  await passFirstStep(app, page, account, '/subscription')
  await expect(field).toBeFocused()
  await page.keyboard.type('12345')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription('The code has 6 digits.')
  await field.fill(codeOf(secret, app.clock))
  for (const [code, status, words] of [
    ['mfa_challenge_expired', 422, 'That took too long, or your connection has changed. Please try again.'],
    ['over_request_rate_limit', 429, 'Too many attempts. Please wait a minute, then try again.'],
    ['unexpected_failure', 503, 'That did not work. Please try again.'],
  ] as const) {
    await page.route(
      '**/factors/*/verify',
      (route) =>
        route.fulfill({ status, headers: { 'x-supabase-api-version': '2024-01-01' }, json: { code, message: code } }),
      { times: 1 },
    )
    await page.keyboard.press('Enter')
    await expect(field).toHaveAccessibleDescription(words)
  }

  await failCalls(page, /\/auth\/v1\/logout/, { status: 503 })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(toastIn(page, 'Sign out failed')).toContainText('try again later')
  await auth.signOut({ scope: 'others' })
  await field.fill(codeOf(secret, app.clock))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  await dismissToast(page, 'Your session has ended')
})

test('a wrong recovery code is reported, and one of two passkeys is chosen', async () => {
  const { account, page, laptop, token } = await ownerOfLaptop()
  await laptop.takeAway()
  await addPasskeyDevice(page)
  await setUpPasskey(page, app, token, 'Blue key')
  await recoveryCodesOf(app, token, account.userId)
  const toRecoveryCode = page.getByRole('button', { name: 'Use a recovery code' })
  const recovery = page.getByLabel('Recovery code')
  await passFirstStep(app, page, account, '/dashboard')
  await toRecoveryCode.click()
  await expect(recovery).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(recovery).toHaveAccessibleDescription('Please enter one of your recovery codes.')
  await recovery.fill('not-one-of-them')
  await page.keyboard.press('Enter')
  await expect(recovery).toHaveAccessibleDescription('This is not one of your recovery codes, or it was used before.')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByRole('button', { name: 'Use passkey “Laptop”' })).toBeVisible()
  await page.getByRole('button', { name: 'Use passkey “Blue key”' }).click()
  await expect(headingIn(page, 'Dashboard')).toBeVisible()
})

test('accepts a passkey, or a recovery code once where the browser does not have the passkey', async () => {
  const { account, page, laptop, token } = await ownerOfLaptop()
  const [recoveryCode = ''] = await recoveryCodesOf(app, token, account.userId)
  const passkey = page.getByRole('button', { name: 'Use my passkey' })
  const toRecoveryCode = page.getByRole('button', { name: 'Use a recovery code' })
  const recovery = page.getByLabel('Recovery code')

  await passFirstStep(app, page, account, '/subscription')
  await passkey.press('Enter')
  await expect(headingIn(page, 'Subscription')).toBeFocused()
  await dismissToast(page, 'Signed in successfully')
  await signOut(app, page)

  // Another browser.
  await laptop.takeAway()
  await addPasskeyDevice(page)
  await passFirstStep(app, page, account, '/dashboard')
  await passkey.click()
  const refusal = page.getByRole('alert').filter({ hasText: 'Your browser did not confirm the passkey.' })
  await expect(refusal).toContainText('Please try again, or use another way.')
  await toRecoveryCode.click()
  await expect(recovery).toBeFocused()
  await recovery.fill(` ${recoveryCode} `)
  await page.keyboard.press('Enter')
  await expect(headingIn(page, 'Dashboard')).toBeVisible()
  await dismissToast(page, 'Signed in successfully')
  await signOut(app, page)

  await passFirstStep(app, page, account, '/dashboard')
  await toRecoveryCode.click()
  await recovery.fill(recoveryCode)
  await page.keyboard.press('Enter')
  await expect(recovery).toHaveAccessibleDescription('This is not one of your recovery codes, or it was used before.')
})
