import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { openAuthPage, openTab, browserOfFile } from '../kit/browser.ts'
import { clientOf } from '../kit/outbox.ts'
import { codeOf, withAuthenticator } from '../kit/second-step.ts'
import { headingIn, passFirstStep, signOut } from '../kit/sign-in-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { newAccount } from '../kit/visitors.ts'
import { navigate } from '../kit/walk.ts'

const app = await appOfPages()
const browser = await browserOfFile()

const secondStepUrl = (): string => `${app.url}/auth/second-step`

test('asks for the code of an authenticator app before any page opens, in all tabs', async () => {
  const account = await newAccount(app)
  const { auth } = clientOf(app)
  await auth.signInWithPassword(account)
  const { secret } = await withAuthenticator(auth, app.clock)
  const { page } = await browser.open()
  const field = page.getByLabel('6-digit code')
  await openAuthPage(page, `${app.url}/auth/login`)
  await navigate(page, '/auth/second-step')
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  await passFirstStep(app, page, account, '/subscription')
  await expect(page).toHaveTitle('Confirm it’s you · Mailroom')
  await expect(page.getByText(`One more step to sign in as ${account.email}.`)).toBeVisible()
  await expect(page.getByText('Signed in successfully')).toHaveCount(0)
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')

  await field.fill(codeOf(secret, app.clock, 40))
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription('This code is wrong. Enter the one your app shows now.')
  await expect(field).toBeFocused()

  for (const path of ['/dashboard', '/account', '/auth/login', '/auth/signup', '/']) {
    await navigate(page, path)
    await expect(page).toHaveURL(secondStepUrl())
    await expect(field).toBeVisible()
  }

  await signOut(app, page)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)

  await passFirstStep(app, page, account, '/subscription')
  const other = await openTab(page)
  await other.goto(`${app.url}/account`)
  await expect(other).toHaveURL(secondStepUrl())
  await expect(other.getByLabel('6-digit code')).toBeFocused()
  const code = codeOf(secret, app.clock)
  await other.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`)
  await other.keyboard.press('Enter')
  await expect(headingIn(other, 'Account Settings')).toBeFocused()
  await expect(toastIn(other, 'Signed in successfully')).toBeVisible()
  await expect(headingIn(page, 'Subscription')).toBeVisible()
})
