import { readFile } from 'node:fs/promises'
import { test } from 'vitest'
import { devicesIn, dialogIn, fieldIn, mailedLinks, openSettings } from '../kit/account-page.ts'
import { openAuthPage, browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { type Account, fillLogin, newAccount, newAddress, tokensOf } from '../kit/visitors.ts'
import { navigate } from '../kit/walk.ts'

/** What users change in their account settings, with the real server; the states of the page are in `walk-account`. */
const app = await appOfPages()
const browser = await browserOfFile()

const expectSignIn = async (account: Account): Promise<void> =>
  expect((await tokensOf(app, account)).access_token).toMatch(/^ey/)

test('changes the password, and the address once both mailboxes have confirmed it', async () => {
  const account = await newAccount(app)
  const { page } = await openSettings(app, browser, account)
  await expect(devicesIn(page)).toHaveCount(2)
  // Needs no recent sign-in, because the password is entered here.
  await app.advance('6 min')
  await page.getByRole('tab', { name: 'Password' }).click()
  // Both forms have a field "Current Password".
  await expect(fieldIn(page, 'New Password')).toBeVisible()
  const password = 'seven green bicycles'
  await fieldIn(page, 'New Password').fill(password)
  await fieldIn(page, 'Confirm New Password').fill(password)
  await fieldIn(page, 'Current Password').fill(account.password)
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Password updated successfully')).toContainText('Your password has been changed.')
  // Only the page's session remains; all earlier ones have ended.
  await expect(devicesIn(page)).toHaveCount(1)
  await expectSignIn({ ...account, password })

  const wanted = newAddress()
  await page.getByRole('tab', { name: 'Email Address' }).click()
  await fieldIn(page, 'New Email Address').fill(wanted)
  await fieldIn(page, 'Current Password').fill(password)
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Email update initiated')).toContainText(
    'Please check your new email for a confirmation link.',
  )
  const waiting = page.getByRole('heading', { name: 'Waiting for confirmation' })
  await expect(waiting).toBeVisible()
  for (const address of [wanted, account.email]) {
    const [link] = await mailedLinks(app, address)
    await page.goto(link ?? '')
    await page.getByRole('button').press('Enter')
    await page.waitForURL(`${app.url}/account`)
  }
  await expect(toastIn(page, 'Your email address has been changed')).toBeVisible()
  await expect(page.getByText(`Your address is ${wanted}`)).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await expectSignIn({ email: wanted, password })
})

test('signs out other devices, exports the data and deletes the account', async () => {
  const account = await newAccount(app)
  const phone = await tokensOf(app, account)
  // Signs in through the page, so that the server records the browser's name.
  const { page } = await browser.open()
  await openAuthPage(page, `${app.url}/auth/login`)
  await fillLogin(page, account)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await navigate(page, '/account')

  const rows = devicesIn(page)
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

  const arrived = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export Data' }).press('Enter')
  const download = await arrived
  expect(download.suggestedFilename()).toMatch(/^mailroom-data-\d{4}-\d{2}-\d{2}\.json$/)
  const exported: unknown = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(exported).toMatchObject({ product: 'Mailroom' })
  expect(JSON.stringify(exported)).toContain(account.email)
  await expect(toastIn(page, 'Data exported')).toContainText(download.suggestedFilename())

  await page.getByRole('button', { name: 'Delete Account' }).press('Enter')
  await expect(dialogIn(page).getByRole('heading', { name: 'Delete your account?' })).toBeVisible()
  await expect(dialogIn(page).getByRole('listitem')).toHaveCount(4)
  const address = page.getByLabel(`Type ${account.email} to confirm`)
  const last = dialogIn(page).getByRole('button', { name: 'Delete Account' })
  await expect(address).toBeFocused()
  await expect(last).toBeDisabled()
  await address.fill(account.email)
  await expect(last).toBeEnabled()
  // The page considers its authentication recent; the server does not.
  await app.advance('6 min')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
  await fieldIn(page, 'Your Password').fill(account.password)
  await page.keyboard.press('Enter')
  await expect(toastIn(page, 'Account deleted')).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/auth/login`)
  await expect(page.getByText('Your session has ended')).toHaveCount(0)
  await fillLogin(page, account)
  await expect(toastIn(page, 'Login failed')).toContainText('Invalid login credentials')
})
