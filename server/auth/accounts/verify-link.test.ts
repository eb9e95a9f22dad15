import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { clientOf, lastEmailTo, linkIn, newUser } from '../../../test/kit/outbox.ts'
import { newEmail } from '../../../test/kit/start-accounts.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'
import { followLink, openLink, pressButton } from '../../../test/kit/verify-link.ts'

const app = await appOfFile()
afterEach(() => app.advance('1 h'))

async function linkOf(redirectTo = `${app.url}/account?tab=security`) {
  const { email } = await newUser(app)
  await clientOf(app).auth.signInWithOtp({ email, options: { emailRedirectTo: redirectTo } })
  return { email, link: linkIn(await lastEmailTo(app, email)) }
}

const gone = {
  error: 'access_denied',
  error_code: 'otp_expired',
  error_description: 'Email link is invalid or has expired',
  sb: '',
}

test('opening the link does not consume it, however often and by whatever method', async () => {
  const { link } = await linkOf()
  for (const method of ['GET', 'HEAD', 'GET', 'GET']) {
    const response = await fetch(link, { method, redirect: 'manual' })
    expect(response.status).toBe(200)
  }
  expect((await followLink(link)).fragment).toHaveProperty('access_token')
})

test('the page shows the effect and a masked address, and runs no script', async () => {
  const { email, link } = await linkOf()
  const { status, page } = await openLink(link)
  expect(status).toBe(200)
  expect(page).toContain(`signs you in to Mailroom as ${email[0]}•••@example.com`)
  expect(page).not.toContain(email)
  expect(page).not.toMatch(/<script|\sstyle=|\son\w+=/)
  const { headers } = await fetch(link)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-security-policy')).toMatch(/form-action 'self'.*frame-ancestors 'none'/)
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test('the button redirects to the requested address with a session and a browser-binding cookie', async () => {
  const { email, link } = await linkOf()
  const { url, fragment, cookie } = await followLink(link)
  expect(`${url.origin}${url.pathname}${url.search}`).toBe(`${app.url}/account?tab=security`)
  const { access_token = '', refresh_token = '', type } = fragment
  expect(type).toBe('magiclink')
  const proof = createHash('sha256').update(access_token).digest('base64url')
  expect(cookie).toBe(`mailroom-return=${proof}; Max-Age=120; Path=/; SameSite=Lax`)
  const { auth } = clientOf(app)
  expect((await auth.setSession({ access_token, refresh_token })).data.user).toMatchObject({ email })
  expect((await auth.getClaims()).data?.claims).toMatchObject({ amr: [{ method: 'magiclink' }] })
})

test('a link works once, even when its form is submitted twice concurrently', async () => {
  const { link } = await linkOf()
  const opened = await openLink(link)
  const landings = await Promise.all([1, 2, 3].map(() => pressButton(link, opened)))
  expect(landings.filter(({ fragment }) => 'access_token' in fragment)).toHaveLength(1)
  expect(landings.filter(({ fragment }) => fragment['error_code'] === 'otp_expired')).toHaveLength(2)
  const { status, location } = await openLink(link)
  expect(status).toBe(303)
  expect(`${location?.origin}${location?.pathname}`).toBe(`${app.url}/account`)
  expect(Object.fromEntries(new URLSearchParams(location?.hash.slice(1)))).toEqual(gone)
})

test('reports an expired link after an hour', async () => {
  const { link } = await linkOf()
  const opened = await openLink(link)
  await app.advance('60 min')
  expect((await openLink(link)).location?.hash).toContain('otp_expired')
  expect((await pressButton(link, opened)).fragment).toEqual(gone)
})

test('refuses a cross-site form and shows the page first', async () => {
  const { link } = await linkOf()
  const opened = await openLink(link)
  for (const pressed of [
    await pressButton(link, { ...opened, cookie: '' }),
    await pressButton(link, { ...opened, cookie: 'mailroom_link=another' }),
    await pressButton(link, opened, { 'sec-fetch-site': 'cross-site' }),
    await pressButton(link, opened, { 'sec-fetch-site': 'same-site' }),
  ]) {
    expect(pressed.url.pathname).toBe('/auth/v1/verify')
    expect(pressed.cookie).toBe('')
    expect((await openLink(pressed.url)).page).toContain('Please press the button again.')
  }
  const again = await pressButton(link, opened, { 'sec-fetch-site': 'same-origin' })
  expect(again.fragment).toHaveProperty('access_token')
})

test.each(['https://elsewhere.example/', '//elsewhere.example/account', ''])(
  'never leads elsewhere, whatever the link or its form says (%j)',
  async (elsewhere) => {
    const { link } = await linkOf(elsewhere)
    expect(link.searchParams.get('redirect_to')).toBe(`${app.url}/dashboard`)
    link.searchParams.set('redirect_to', elsewhere)
    const opened = await openLink(link)
    const page = opened.page.replace(`${app.url}/dashboard`, elsewhere)
    expect((await pressButton(link, { ...opened, page })).url.href).toMatch(`${app.url}/dashboard#access_token=`)
  },
)

test.each(['', '?token=x', '?type=signup'])('without token or type (%s) responds in JSON', async (query) => {
  const response = await fetch(`${app.url}/auth/v1/verify${query}`, { redirect: 'manual' })
  expect([response.status, await response.json()]).toMatchObject([400, { error_code: 'validation_failed' }])
})

test('escapes the parameters of a link', async () => {
  const { link } = await linkOf(`${app.url}/account?x="><b>`)
  expect((await openLink(link)).page).not.toContain('<b>')
})

test('a change of address: the first confirmation returns a message, the second a session', async () => {
  const { client, email } = await newUser(app)
  const wanted = newEmail()
  await client.auth.updateUser({ email: wanted }, { emailRedirectTo: `${app.url}/account` })
  const [toOld, toNew] = [linkIn(await lastEmailTo(app, email)), linkIn(await lastEmailTo(app, wanted))]
  expect((await openLink(toOld)).page).toContain('another address takes the place of')
  expect((await openLink(toNew)).page).toContain('Confirm your new email address')
  expect((await followLink(toNew)).fragment).toEqual({
    message: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
    sb: '',
  })
  const { url, fragment } = await followLink(toOld)
  expect(url.pathname).toBe('/account')
  expect(fragment['type']).toBe('email_change')
  const { access_token = '', refresh_token = '' } = fragment
  const { auth } = clientOf(app)
  expect((await auth.setSession({ access_token, refresh_token })).data.user).toMatchObject({ email: wanted })
  expect((await auth.getClaims()).data?.claims).toMatchObject({ amr: [{ method: 'email_change' }] })
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
})

test('serves the stylesheet of the page', async () => {
  const response = await fetch(`${app.url}/auth/v1/verify.css`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
})
