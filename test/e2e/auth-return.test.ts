import { expect } from '../kit/expect.ts'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { expectNoAxeViolations, launchBrowser, signedIn, type TestBrowser } from '../kit/browser.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { fillLogin, fragmentOf, newAccount, setProof, tokensOf } from '../kit/visitors.ts'

let app: App
let browser: TestBrowser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

describe('tokens in the URL of a link', () => {
  test('sign in where the server issued them to this browser, and are removed before any request', async () => {
    const tokens = await tokensOf(app, await newAccount(app))
    const { page, complaints } = await browser.open()
    await setProof(page, app, tokens.access_token)
    const addresses: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/auth/v1')) addresses.push(page.url())
    })
    await page.goto(`${app.url}/dashboard${fragmentOf(tokens)}`)
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    await expect(page.getByText('Signed in successfully').first()).toBeVisible()
    expect(page.url()).toBe(`${app.url}/dashboard`)
    expect(addresses.length).toBeGreaterThan(0)
    expect(addresses.join()).not.toContain('access_token')
    expect(await page.context().cookies(app.url)).toEqual([])
    expect(complaints).toEqual([])
  })

  test.each(['no proof', 'the proof of another token'])('do not sign in with %s', async (proof) => {
    const tokens = await tokensOf(app, await newAccount(app))
    const { page } = await browser.open()
    if (proof !== 'no proof') await setProof(page, app, `${tokens.access_token}x`)
    await page.goto(`${app.url}/dashboard${fragmentOf(tokens)}`)
    await expect(page).toHaveURL(`${app.url}/auth/login`)
    await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toContainText(
      'We could not verify that you started this sign-in in this browser. Please sign in again.',
    )
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
  })

  test('do not switch a signed-in user to another account', async () => {
    const [own, strange] = [await newAccount(app), await newAccount(app)]
    const { page } = await browser.open()
    await signedIn(page, app.url, own)
    await page.goto(`${app.url}/dashboard${fragmentOf(await tokensOf(app, strange))}`)
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    const stored = await page.evaluate(() => localStorage.getItem('mailroom.session'))
    expect(stored).toContain(own.email)
    expect(stored).not.toContain(strange.email)
  })

  test('that have expired are reported', async () => {
    const account = await newAccount(app)
    const tokens = await tokensOf(app, account)
    await fetch(`${app.url}/auth/v1/logout`, {
      method: 'POST',
      headers: { apikey: app.ctx.access.anonKey, authorization: `Bearer ${tokens.access_token}` },
    })
    const { page } = await browser.open()
    await setProof(page, app, tokens.access_token)
    await page.goto(`${app.url}/dashboard${fragmentOf(tokens)}`)
    await expect(page.getByRole('alert').filter({ hasText: 'Login failed' })).toContainText(
      'This sign-in has expired. Please sign in again.',
    )
  })
})

describe('messages of the service in the URL', () => {
  test('shows an error as truncated text and removes it from the URL; the destination is kept', async () => {
    const account = await newAccount(app)
    const { page, complaints } = await browser.open()
    const parameters = new URLSearchParams({
      error: 'access_denied',
      error_code: 'provider_email_needs_verification',
      error_description: `<img src=x onerror=alert(1)> ${'long '.repeat(100)}`,
    }).toString()
    await page.goto(`${app.url}/dashboard?tab=mailbox&${parameters}#${parameters}`)
    await expect(page).toHaveURL(`${app.url}/auth/login`)
    const toast = page.getByRole('alert').filter({ hasText: 'Login failed' })
    await expect(toast).toContainText('<img src=x onerror=alert(1)> long')
    expect((await toast.innerText()).length).toBeLessThan(230)
    expect(await page.locator('img').count()).toBe(0)
    await fillLogin(page, account)
    await expect(page.getByRole('tab', { name: 'Mailbox' })).toBeVisible()
    await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
    await expect(page.getByText('Connection Issue')).toHaveCount(0)
    expect(complaints).toEqual([])
  })

  test('an error leaves a signed-in user signed in', async () => {
    const { page } = await browser.open()
    await signedIn(page, app.url, await newAccount(app))
    await page.goto(`${app.url}/account#error=server_error&error_code=identity_already_exists&error_description=Taken`)
    await expect(page.getByRole('listitem').filter({ hasText: 'That did not work' })).toContainText('Taken')
    await expect(page).toHaveURL(`${app.url}/account`)
  })

  const expired = '#error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired'

  test('offers a new link where the link of an email has expired', async () => {
    const { page } = await browser.open()
    await page.goto(`${app.url}/dashboard${expired}`)
    const notice = page.getByRole('alert').filter({ hasText: 'Login failed' })
    await expect(notice).toContainText('Email link is invalid or has expired')
    await expectNoAxeViolations(page)
    await notice.getByRole('button', { name: 'Email me a new one' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in with a code' })).toBeFocused()
    await page.getByRole('button', { name: 'Use my password' }).click()
    await expect(notice).toHaveCount(0)
  })

  test('says what an expired link means for a signed-in user', async () => {
    const { page } = await browser.open()
    await signedIn(page, app.url, await newAccount(app))
    await page.goto(`${app.url}/account${expired}`)
    await expect(toastIn(page, 'That did not work')).toContainText(
      'Email link is invalid or has expired. You are signed in already.',
    )
  })

  test('shows a message, such as after the first of two confirmations of a new address', async () => {
    const { page } = await browser.open()
    await signedIn(page, app.url, await newAccount(app))
    await page.goto(`${app.url}/account#message=Confirmation+link+accepted.&sb=`)
    await expect(page.getByText('Confirmation link accepted.').first()).toBeVisible()
    await expect(page).toHaveURL(`${app.url}/account`)
  })
})
