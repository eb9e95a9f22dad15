import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { confirmationLinkIn } from '../kit/forward-address.ts'
import { clientOf, lastEmailTo, lastLinkEmailTo, linkIn, newUser } from '../kit/outbox.ts'
import { callFunction } from '../kit/outlook.ts'
import { newEmail } from '../kit/start-accounts.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { fragmentOf, newAccount, setProof, tokensOf } from '../kit/visitors.ts'

const app = await appOfPages()
const browser = await browserOfFile()

test('signs in by tokens of the server that this browser requested, and no others; errors are text', async () => {
  const own = await newAccount(app)
  const stranger = await newAccount(app)
  const tokens = await tokensOf(app, own)
  const { page } = await browser.open()
  const loginUrl = `${app.url}/auth/login`
  const notice = page.getByRole('alert').filter({ hasText: 'Login failed' })
  await setProof(page, app, `${tokens.access_token}x`)
  await page.goto(`${app.url}/dashboard${fragmentOf(tokens)}`)
  await expect(page).toHaveURL(loginUrl)
  await expect(notice).toContainText(
    'It could not be verified that you started this sign-in in this browser. Please sign in again.',
  )
  expect(await page.evaluate(() => localStorage.length)).toBe(0)

  const parameters = new URLSearchParams({
    error: 'access_denied',
    error_code: 'provider_email_needs_verification',
    error_description: `<img src=x onerror=alert(1)> ${'long '.repeat(100)}`,
  }).toString()
  await page.goto(`${app.url}/dashboard?tab=mailbox&${parameters}#${parameters}`)
  await expect(page).toHaveURL(loginUrl)
  await expect(notice).toContainText('<img src=x onerror=alert(1)> long')
  expect((await notice.innerText()).length).toBeLessThan(230)
  expect(await page.locator('img').count()).toBe(0)

  await setProof(page, app, tokens.access_token)
  const addresses: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/auth/v1')) addresses.push(page.url())
  })
  await page.goto(`${app.url}/dashboard${fragmentOf(tokens)}`)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(toastIn(page, 'Signed in successfully')).toBeVisible()
  expect(page.url()).toBe(`${app.url}/dashboard`)
  expect(addresses.length).toBeGreaterThan(0)
  expect(addresses.join()).not.toContain('access_token')
  expect(await page.context().cookies(app.url)).toEqual([])

  // On another page, since the browser would not load the same page again for a fragment.
  const refusal = toastIn(page, 'That did not work')
  await page.goto(`${app.url}/connections${fragmentOf(await tokensOf(app, stranger))}`)
  await expect(refusal).toContainText('It could not be verified that you started this sign-in in this browser.')
  const stored = await page.evaluate(() => localStorage.getItem('mailroom.session'))
  expect(stored).toContain(own.email)
  expect(stored).not.toContain(stranger.email)
})

/** Reaches the button by the Tab key. */
async function tabTo(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name })
  for (let tabs = 0; tabs < 5 && !(await button.evaluate((element) => element.matches(':focus'))); tabs++)
    await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
}

test('the pages of email links work by keyboard and without script, and not from other sites', async () => {
  const { page } = await browser.open({ javaScriptEnabled: false })
  const cookies = async () => (await page.context().cookies()).map(({ name }) => name)
  const title = (name: string) => page.getByRole('heading', { level: 1, name })
  const unknown = newEmail()
  await clientOf(app).auth.signInWithOtp({ email: unknown })
  await page.goto(linkIn(await lastLinkEmailTo(app, unknown)).href)
  await expect(title('Confirm your email address')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Confirm and sign in' })).toBeVisible()

  const { email } = await newUser(app)
  await clientOf(app).auth.signInWithOtp({ email, options: { emailRedirectTo: `${app.url}/account` } })
  const link = linkIn(await lastLinkEmailTo(app, email))
  await page.goto(link.href)
  await expect(title('Sign in')).toBeVisible()
  await expect(page).toHaveTitle('Sign in · Mailroom')
  await expect(page.getByText(/signs you in to Mailroom as p•••@example\.com/)).toBeVisible()
  // The link has opened the page in this browser: a form of an attacker's page has its cookie, and creates no session.
  await page.route('https://evil.example/', (route) => {
    const fields = [...link.searchParams].map(([name, value]) => `<input name="${name}" value="${value}">`).join('')
    const form = `<form method="post" action="${link.origin}/auth/v1/verify">${fields}<button>Win</button></form>`
    return route.fulfill({ contentType: 'text/html', body: form })
  })
  await page.goto('https://evil.example/')
  await page.getByRole('button', { name: 'Win' }).click()
  await expect(page.getByRole('status')).toHaveText(/press the button again/)
  expect(await cookies()).not.toContain('mailroom-return')
  await tabTo(page, 'Sign in')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/account#access_token=/)
  expect(await cookies()).toContain('mailroom-return')

  const address = newEmail()
  await callFunction(app, await newAccount(app), 'forward-addresses', { action: 'ask', address })
  const forwardLink = confirmationLinkIn(await lastEmailTo(app, address)).href
  await page.goto(forwardLink)
  await expect(title('May email be forwarded to you?')).toBeVisible()
  await expect(page.getByText(/forward email to p•••@example\.com/)).toBeVisible()
  await tabTo(page, 'Allow forwarding')
  await page.keyboard.press('Enter')
  await expect(title('Email may be forwarded to you')).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.goto(forwardLink)
  await page.getByRole('button', { name: 'End forwarding' }).click()
  await expect(title('Forwarding has ended')).toBeVisible()
})
