import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { ofFile } from '../kit/of-file.ts'
import { startOwnServer } from '../kit/own-server.ts'
import { headingIn, signUpAs } from '../kit/sign-in-page.ts'
import { toastIn } from '../kit/toast.ts'
import { newAddress } from '../kit/visitors.ts'
import { navigate } from '../kit/walk.ts'

const app = await ofFile(startOwnServer())
const browser = await browserOfFile()

test('the first visitor is the operator; others come by invitation, until everyone may sign up', async () => {
  const [{ page }, { page: late }] = [await browser.open(), await browser.open()]
  for (const visitor of [page, late]) {
    await visitor.goto(app.url)
    await expect(headingIn(visitor, 'Create the first account')).toBeVisible()
  }
  await signUpAs(page, newAddress())
  await expect(headingIn(page, 'Set up Mailroom')).toBeVisible()
  await signUpAs(late, newAddress())
  await expect(toastIn(late, 'Sign up failed')).toContainText('The first account was created already.')
  await late.reload()
  await expect(headingIn(late, 'Sign-up is by invitation')).toBeVisible()
  await late.goto(`${app.url}/operator/set-up`)
  await expect(late).toHaveURL(/auth.login/)

  await page.getByRole('button', { name: /^Accounts / }).click()
  await page.getByRole('radio', { name: 'Everyone' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toastIn(page, 'The new settings are in effect')).toBeVisible()
  await late.goto(`${app.url}/auth/signup`)
  await signUpAs(late, newAddress())
  await expect(headingIn(late, 'Dashboard')).toBeVisible()
  await navigate(late, '/operator/set-up')
  await expect(headingIn(late, 'Oops! Page not found')).toBeVisible()
})
