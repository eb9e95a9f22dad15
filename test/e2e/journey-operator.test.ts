import { sql } from 'kysely'
import { test } from 'vitest'
import { makeOperator } from '../../server/shared/operators.ts'
import { browserOfFile, signedIn } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { headingIn, userMenuEntry } from '../kit/sign-in-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { newAccount, newAddress } from '../kit/visitors.ts'
import { navigate } from '../kit/walk.ts'

const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

test('an operator manages accounts and stops all actions, until the right is withdrawn', async () => {
  const [operator, other] = [await newAccount(app), await newAccount(app)]
  await app.ctx.db.asAccounts((tx) => makeOperator(tx, operator.userId))
  const { page } = await browser.open()
  await signedIn(page, app.url, operator)

  await page.goto(`${app.url}/dashboard`)
  await (await userMenuEntry(page, 'Operator')).click()
  await expect(headingIn(page, 'Operator')).toBeVisible()
  const row = (email: string) => page.getByRole('row').filter({ hasText: email })
  await expect(row(operator.email)).toContainText('You')
  await page.getByRole('searchbox', { name: 'Search by address' }).fill(other.email)
  await expect(row(operator.email)).toHaveCount(0)

  const choose = async (email: string, action: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for ${email}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const confirm = (name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()
  await choose(other.email, 'Make Operator')
  await confirm('Make Operator')
  await expect(row(other.email)).toContainText('Operator')
  await expect(page.getByRole('button', { name: `Actions for ${other.email}` })).toBeFocused()
  await choose(other.email, 'Disable')
  await confirm('Disable')
  await expect(row(other.email)).toContainText('Disabled')
  await choose(other.email, 'Delete Account')
  await confirm('Delete Account')
  await expect(page.getByText('No account has this in its address')).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search by address' }).fill('')
  await page.getByRole('button', { name: 'Invite User' }).click()
  const invited = newAddress()
  await page.getByRole('dialog').getByLabel('Email address').fill(invited)
  await page.keyboard.press('Enter')
  await expect(toastIn(page, `An invitation is on its way to ${invited}`)).toBeVisible()
  await expect(row(invited)).toContainText('Invited')

  await page.getByRole('tab', { name: 'Server' }).click()
  await app.advance('6 min')
  await page.getByRole('button', { name: 'Stop Actions' }).click()
  const identity = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await identity.getByLabel('Your Password').fill(operator.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Actions stopped')).toBeVisible()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('button', { name: 'Stop Actions' })).toBeVisible()

  await app.ctx.db.asAccounts((tx) =>
    sql`update auth.users set raw_app_meta_data = '{}' where id = ${operator.userId}`.execute(tx),
  )
  await navigate(page, '/account')
  await navigate(page, '/operator')
  await expect(headingIn(page, 'Oops! Page not found')).toBeVisible()
})
