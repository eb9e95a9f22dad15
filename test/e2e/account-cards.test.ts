import { expect } from '../kit/expect.ts'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { mailedCode, openSettings } from '../kit/account-page.ts'
import {
  expectNoAxeViolations,
  failCalls,
  launchBrowser,
  openAuthPage,
  signedIn,
  type TestBrowser,
} from '../kit/browser.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { newAccount, newAddress } from '../kit/visitors.ts'
import { toastIn } from '../kit/toast.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const devices = (page: Page) => page.getByRole('list', { name: 'Devices that are signed in' })
const dialog = (page: Page) => page.getByRole('dialog')

describe('sessions', () => {
  test('lists each device by name; signs out one, or all others', async () => {
    const account = await newAccount(app)
    const phone = await openSettings(app, browser, account)
    // Signs in through the page, so that the server records the browser's name.
    const { page, complaints } = await browser.open()
    await openAuthPage(page, `${app.url}/auth/login`)
    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await page.goto(`${app.url}/account`)

    const rows = devices(page).getByRole('listitem')
    await expect(rows).toHaveCount(3)
    await expect(rows.first()).toContainText('Chrome on Linux')
    await expect(rows.first()).toContainText('This device')
    await expect(rows.first()).toContainText('Active now')
    await expect(rows.first().getByRole('button')).toHaveCount(0)
    await expect(rows.last()).toContainText('Unknown device')

    await rows.last().getByRole('button', { name: 'Sign out Unknown device' }).press('Enter')
    await expect(toastIn(page, 'Device signed out')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Devices that are signed in' })).toBeFocused()
    await expect(rows).toHaveCount(2)
    await page.getByRole('button', { name: 'Sign Out All Others' }).press('Enter')
    await expect(toastIn(page, 'All other devices are signed out')).toBeVisible()
    await expect(rows).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Sign Out All Others' })).toHaveCount(0)
    await phone.page.reload()
    await expect(phone.page).toHaveURL(`${app.url}/auth/login`)
    expect(complaints).toEqual([])
  })

  test("shows the server's message when data cannot be read, and retries", async () => {
    const account = await newAccount(app)
    const { page } = await browser.open()
    const message = 'The service is not available right now. Please try again in a moment.'
    for (const name of ['account-sessions', 'account-activity']) {
      await failCalls(page, new RegExp(`/functions/v1/${name}$`), {
        status: 403,
        code: 'forbidden',
        message,
      })
    }
    await signedIn(page, app.url, account)
    await page.goto(`${app.url}/account`)
    for (const what of ['Your sessions', 'Your activity']) {
      const failure = page.getByRole('alert').filter({ hasText: `${what} could not be loaded` })
      await expect(failure).toContainText(message)
    }
    await expectNoAxeViolations(page)
    const again = page.getByRole('button', { name: 'Try Again' })
    await again.first().press('Enter')
    await expect(devices(page)).toBeVisible()
    await again.press('Enter')
    await expect(page.getByRole('list', { name: 'Recent activity, newest first' })).toBeVisible()
  })

  test("shows the server's message when signing out fails", async () => {
    const { page } = await openSettings(app, browser, await newAccount(app))
    await failCalls(page, /account-sessions$/, {
      status: 404,
      code: 'session_not_found',
      message: 'This device is signed out already.',
      when: (body) => body.includes('end'),
    })
    const button = page.getByRole('button', { name: 'Sign out Unknown device' })
    await button.press('Enter')
    await expect(toastIn(page, 'Failed to sign out')).toContainText('This device is signed out already.')
    await expect(button).toBeFocused()
  })
})

test('reserves space while loading: nothing shifts when data arrives', async () => {
  const account = await newAccount(app)
  const { page } = await browser.open()
  const held = Promise.withResolvers<void>()
  await page.route(/\/auth\/v1\/user$|\/functions\/v1\/account-/, async (route) => {
    await held.promise
    await route.continue()
  })
  await signedIn(page, app.url, account)
  await page.goto(`${app.url}/account`)
  for (const waiting of [
    'your account',
    'your second steps',
    'your sign-in methods',
    'your sessions',
    'your activity',
  ]) {
    await expect(page.getByText(`Loading ${waiting}...`)).toBeAttached()
  }
  await expectNoAxeViolations(page)
  const placeOf = async (name: string) => (await page.getByRole('heading', { name, exact: true }).boundingBox())?.y
  const before = await placeOf('Sign-In Methods')
  held.resolve()
  await expect(page.getByRole('button', { name: 'Update Email Address' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add Passkey' })).toBeVisible()
  expect(Math.abs(((await placeOf('Sign-In Methods')) ?? 0) - (before ?? 0))).toBeLessThanOrEqual(2)
})

test('describes recent activity, and loads more on request', async () => {
  const account = await newAccount(app)
  const { page } = await openSettings(app, browser, account)
  for (let time = 0; time < 5; time++) await openSettings(app, browser, account)
  await page.reload()
  const entries = page.getByRole('list', { name: 'Recent activity, newest first' }).getByRole('listitem')
  await expect(entries).toHaveCount(5)
  await expect(entries.first()).toContainText('Signed in')
  await page.getByRole('button', { name: /^Show All \d+ Events$/ }).press('Enter')
  await expect.poll(() => entries.count()).toBeGreaterThan(5)
})

/** An address with an account at both providers. */
async function theirAddress(): Promise<string> {
  const email = newAddress()
  await app.control('POST', '/control/google/accounts', { email })
  await app.control('POST', '/control/outlook/mailboxes', { email, kind: 'personal' })
  return email
}

describe('sign-in methods', () => {
  test('lists the password; its button leads to the form', async () => {
    const account = await newAccount(app)
    const { page } = await openSettings(app, browser, account)
    const methods = page.getByRole('list', { name: 'Sign-in methods' })
    await expect(methods).toContainText(account.email)
    await methods.getByRole('button', { name: 'Change Password' }).press('Enter')
    await expect(page.getByRole('tab', { name: 'Password', exact: true })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByLabel('Current Password', { exact: true })).toBeFocused()
  })

  test.each([
    ['Microsoft', 'Account', 'Accept'],
    ['Google', 'Email', 'Continue'],
  ])('links and unlinks %s', async (provider, label, accept) => {
    const { page, complaints } = await openSettings(app, browser, await newAccount(app))
    const methods = page.getByRole('list', { name: 'Sign-in methods' })
    await expect(methods).toContainText('This is your only sign-in method, so it has to stay.')
    await methods.getByRole('button', { name: `Link ${provider}` }).press('Enter')
    await page.waitForURL((url) => url.origin === app.sandbox.url)
    const theirs = await theirAddress()
    await page.getByLabel(label, { exact: true }).fill(theirs)
    await page.getByRole('button', { name: accept, exact: true }).click()
    await page.waitForURL(`${app.url}/account`)
    await expect(toastIn(page, `${provider} linked`)).toBeVisible()
    await expect(page.getByText('Signed in successfully')).toHaveCount(0)
    await expect(methods).toContainText(theirs)
    await expectNoAxeViolations(page)

    await methods.getByRole('button', { name: `Unlink ${provider}` }).press('Enter')
    await expect(page.getByRole('alertdialog')).toContainText(`You can then no longer sign in with ${theirs}.`)
    await expectNoAxeViolations(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).press('Enter')
    await expect(toastIn(page, `${provider} unlinked`)).toBeVisible()
    await expect(methods.getByRole('button', { name: `Link ${provider}` })).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('links nothing and gives the reason when the provider denies', async () => {
    const { page } = await openSettings(app, browser, await newAccount(app))
    await page.getByRole('button', { name: 'Link Microsoft' }).press('Enter')
    await page.waitForURL((url) => url.origin === app.sandbox.url)
    await page.getByLabel('Account', { exact: true }).fill(newAddress())
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(toastIn(page, 'That did not work')).toBeVisible()
    await expect(page).toHaveURL(`${app.url}/account`)
    await expect(page.getByRole('button', { name: 'Link Microsoft' })).toBeVisible()
  })

  test('requires a recent sign-in to link; reports a failure', async () => {
    const account = await newAccount(app)
    const { page } = await openSettings(app, browser, account)
    await app.advance('6 min')
    await page.getByRole('button', { name: 'Link Google' }).press('Enter')
    await expect(dialog(page).getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Link Google' })).toBeFocused()
    await page.getByRole('button', { name: 'Link Google' }).press('Enter')
    await page.getByLabel('Your Password').fill(account.password)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.origin === app.sandbox.url)
  })

  test('unlinks the password while another method remains; an emailed code sets a new one', async () => {
    const account = await newAccount(app)
    const { page } = await openSettings(app, browser, account)
    const methods = page.getByRole('list', { name: 'Sign-in methods' })
    await methods.getByRole('button', { name: 'Link Google' }).press('Enter')
    await page.waitForURL((url) => url.origin === app.sandbox.url)
    await page.getByLabel('Email', { exact: true }).fill(await theirAddress())
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await methods.getByRole('button', { name: 'Remove Password' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
    await expect(toastIn(page, 'Password removed')).toBeVisible()
    await expect(methods).toContainText('Not set')

    await methods.getByRole('button', { name: 'Set Password' }).press('Enter')
    await page.getByRole('button', { name: 'Send Code' }).press('Enter')
    const code = page.getByLabel('Code from the Email')
    await expect(code).toHaveAccessibleDescription(/We sent a code/)
    await code.fill(await mailedCode(app, account.email))
    await page.getByLabel('New Password', { exact: true }).fill('seven green bicycles')
    await page.getByLabel('Confirm New Password').fill('seven green bicycles')
    await page.keyboard.press('Enter')
    await expect(toastIn(page, 'Password updated successfully')).toBeVisible()
    await expect(methods.getByRole('button', { name: 'Change Password' })).toBeVisible()
    await openSettings(app, browser, { ...account, password: 'seven green bicycles' })
  })
})

describe('an account without a password', () => {
  /** The account record of a user who signed up with Microsoft. */
  const open = async () => {
    const account = await newAccount(app)
    const opened = await browser.open()
    await opened.page.route(/\/auth\/v1\/user$/, async (route) => {
      const answer = await route.fetch()
      const user: unknown = await answer.json()
      const id = '9c1f3c2e-2f0e-4c8b-9f43-0f4a86b2a001'
      const identity = { identity_id: id, id: 'x', user_id: id, provider: 'azure' }
      const identities = [{ ...identity, identity_data: { email: account.email } }]
      await route.fulfill({ response: answer, json: Object.assign({}, user, { identities }) })
    })
    await signedIn(opened.page, app.url, account)
    await opened.page.goto(`${app.url}/account`)
    return { ...opened, account }
  }

  test('asks for a code by email instead of a password', async () => {
    const { page, account, complaints } = await open()
    await expect(page.getByLabel('Code from the Email')).toHaveAccessibleDescription(
      `We email a code to ${account.email}.`,
    )
    await expect(page.getByLabel('Current Password')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Use your password' })).toHaveCount(0)
    await page.getByRole('tab', { name: 'Password', exact: true }).click()
    await expect(page.getByLabel('Code from the Email')).toBeVisible()
    await expectNoAxeViolations(page)
    expect(complaints).toEqual([])
  })

  test('keeps the only sign-in method and gives the reason', async () => {
    const { page } = await open()
    const methods = page.getByRole('list', { name: 'Sign-in methods' })
    await expect(methods).toContainText('Not set')
    await expect(methods.getByRole('button', { name: 'Unlink Microsoft' })).toBeDisabled()
    await expect(methods).toContainText('This is your only sign-in method, so it has to stay.')
    await methods.getByRole('button', { name: 'Set Password' }).press('Enter')
    await expect(page.getByLabel('Code from the Email')).toBeFocused()
  })
})

describe('data', () => {
  test('exports all data as one JSON file', async () => {
    const account = await newAccount(app)
    const { page } = await openSettings(app, browser, account)
    const arrived = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export Data' }).press('Enter')
    const download = await arrived
    expect(download.suggestedFilename()).toMatch(/^mailroom-data-\d{4}-\d{2}-\d{2}\.json$/)
    const document: unknown = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(document).toMatchObject({ product: 'Mailroom' })
    expect(JSON.stringify(document)).toContain(account.email)
    await expect(toastIn(page, 'Data exported')).toContainText(download.suggestedFilename())
  })

  test('gives the reason when an export fails', async () => {
    const { page } = await openSettings(app, browser, await newAccount(app))
    await failCalls(page, /account-data$/, { status: 429, code: 'too_many_requests', message: 'Please wait an hour.' })
    await page.getByRole('button', { name: 'Export Data' }).press('Enter')
    await expect(toastIn(page, 'Failed to export your data')).toContainText('Please wait an hour.')
  })
})

describe('deleting the account', () => {
  const open = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Delete Account' }).press('Enter')
    await expect(dialog(page).getByRole('heading', { name: 'Delete your account?' })).toBeVisible()
  }

  test('lists what is deleted, requires the address, and ends on the login screen', async () => {
    const account = await newAccount(app)
    const { page, complaints } = await openSettings(app, browser, account)
    await open(page)
    await expect(dialog(page).getByRole('listitem')).toHaveCount(4)
    await expectNoAxeViolations(page)
    const field = page.getByLabel(`Type ${account.email} to confirm`)
    await expect(field).toBeFocused()
    const last = dialog(page).getByRole('button', { name: 'Delete Account' })
    await page.keyboard.type('somebody.else@people.example')
    await expect(last).toBeDisabled()
    await field.fill(account.email)
    await expect(last).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(toastIn(page, 'Account deleted')).toBeVisible()
    await expect(page).toHaveURL(`${app.url}/auth/login`)
    await expect(page.getByText('Your session has ended')).toHaveCount(0)

    await page.getByLabel('Email').fill(account.email)
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.keyboard.press('Enter')
    await expect(toastIn(page, 'Login failed')).toContainText('Invalid login credentials')
    expect(complaints).toEqual([])
  })

  test('requires a recent sign-in, then continues', async () => {
    const account = await newAccount(app)
    const { page } = await openSettings(app, browser, account)
    await open(page)
    await page.getByLabel(`Type ${account.email} to confirm`).fill(account.email)
    // The page considers its authentication recent; the server does not.
    await app.advance('6 min')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Confirm it’s you' })).toBeVisible()
    await page.getByLabel('Your Password').fill(account.password)
    await page.keyboard.press('Enter')
    await expect(toastIn(page, 'Account deleted')).toBeVisible()
    await expect(page).toHaveURL(`${app.url}/auth/login`)
  })

  test('can be cancelled, and reports a failure', async () => {
    const account = await newAccount(app)
    const { page } = await openSettings(app, browser, account)
    await open(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Delete Account' })).toBeFocused()
    await open(page)
    await failCalls(page, /account-data$/, { status: 503, code: 'unavailable', message: 'Please try later.' })
    await page.getByLabel(`Type ${account.email} to confirm`).fill(account.email)
    await page.keyboard.press('Enter')
    await expect(toastIn(page, 'Failed to delete your account')).toContainText('Please try later.')
    await expect(dialog(page).getByRole('alert')).toHaveText('Please try later.')
    await expect(dialog(page)).toBeVisible()
  })
})
