import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { codeIn, emailsTo, lastLinkEmailTo, linkIn } from '../kit/outbox.ts'
import { decide, headingIn, leaveFor, signOut } from '../kit/sign-in-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { dismissToast, toastIn } from '../kit/toast.ts'
import { newAccount, newAddress } from '../kit/visitors.ts'
import { navigate } from '../kit/walk.ts'

/** Other ways to sign in than those of `journey-sign-in`. */
const app = await appOfPages()
const browser = await browserOfFile()

test('signs in with an emailed code by keyboard alone, or with the link of its email in another tab', async () => {
  const { email } = await newAccount(app)
  const stranger = newAddress()
  // How soon another email is requested does not depend on the machine.
  using _ = app.clock.stop()
  const { page } = await browser.open()
  await page.goto(`${app.url}/subscription`)
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  const toCode = page.getByRole('button', { name: 'Email me a code instead' })
  const field = page.getByLabel('6-digit code')
  const sent = (address: string) => page.getByText(`If there is an account for ${address}, a 6-digit code`)
  await toCode.press('Enter')
  await expect(headingIn(page, 'Sign in with a code')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type(stranger)
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await expect(sent(stranger)).toBeVisible()
  expect(await emailsTo(app, stranger)).toEqual([])

  await page.getByRole('button', { name: 'Use another address' }).press('Enter')
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  await expect(page).toHaveTitle('Check your email · Mailroom')
  await expect(sent(email)).toBeVisible()
  const first = codeIn(await lastLinkEmailTo(app, email))
  await page.keyboard.type('12345')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription('The code has 6 digits.')
  await field.fill(first === '000000' ? '111111' : '000000')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription(
    'This code is wrong or no longer valid. Use the newest email, or send a new one.',
  )
  await expect(field).toBeFocused()

  await page.getByRole('button', { name: 'Use another address' }).click()
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(toastIn(page, 'Email not sent')).toContainText(/you can only request this after \d+ seconds/)
  await app.advance('61 s')
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(field).toBeFocused()
  const code = codeIn(await lastLinkEmailTo(app, email))
  // With spaces, as pasted text may have.
  await page.keyboard.type(` ${code.slice(0, 3)} ${code.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(headingIn(page, 'Subscription')).toBeFocused()
  await dismissToast(page, 'Signed in successfully')

  await signOut(app, page)
  await navigate(page, '/subscription')
  await app.advance('61 s')
  await toCode.click()
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(field).toBeFocused()
  const other = await page.context().newPage()
  await other.goto(linkIn(await lastLinkEmailTo(app, email)).href)
  await other.getByRole('button').click()
  await expect(headingIn(other, 'Subscription')).toBeVisible()
  await expect(other.getByText('Signed in successfully').first()).toBeVisible()
  expect(other.url()).toBe(`${app.url}/subscription`)
  await expect(headingIn(page, 'Subscription')).toBeVisible()
})

test('reports a sign-in that was canceled at the provider', async () => {
  const { page } = await browser.open()
  await page.goto(`${app.url}/subscription`)
  await leaveFor(app, page, 'Microsoft')
  await decide(page, 'Account', newAddress(), 'Cancel')
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toContainText(
    'You did not finish signing in with Microsoft. Please try again.',
  )
})
