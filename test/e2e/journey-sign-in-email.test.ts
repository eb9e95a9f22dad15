import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { lastLinkEmailTo, linkIn } from '../kit/outbox.ts'
import { headingIn, signUpByEmail } from '../kit/sign-in-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { newAddress } from '../kit/visitors.ts'

const app = await appOfPages({ env: { AUTH_CONFIRM_EMAIL: 'true' } })
const browser = await browserOfFile()

test('confirms a new address by link, which leads to the requested page', async () => {
  const email = newAddress()
  const { page } = await browser.open()
  await page.goto(`${app.url}/subscription`)
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(headingIn(page, 'Create an account')).toBeVisible()
  await signUpByEmail(page, email)
  await expect(page.getByText(`A link was sent to ${email}.`)).toBeVisible()
  await page.goto(linkIn(await lastLinkEmailTo(app, email)).href)
  await page.getByRole('button').click()
  await expect(headingIn(page, 'Subscription')).toBeVisible()
  await expect(toastIn(page, 'Your email address is confirmed')).toBeVisible()
  expect(page.url()).toBe(`${app.url}/subscription`)
})
