import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { accept, authorizeUrl } from './testing/google-client.ts'
import {
  ask,
  at,
  CALLBACK,
  listAt,
  startNotificationReceiver,
  startTestSandbox,
  type TestSandbox,
  startsAt,
} from './testing/sandbox-client.ts'
import { TICK_MS } from './seeds/arrivals.ts'
import { DEMO_EMAIL } from './seeds/seed-demo.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  // The demo follows real time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  sandbox = await startTestSandbox(true)
})
afterAll(async () => {
  await sandbox[Symbol.asyncDispose]()
  vi.useRealTimers()
})

test('Microsoft: lists the demo accounts, and creates a mailbox with filed mail for an unknown address', async () => {
  const page = (await ask(sandbox.authorizeUrl())).text
  expect(page).toContain(DEMO_EMAIL)
  const pick = /href="([^"]+pick=[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect((await ask(`${sandbox.url}${pick}`)).text).toMatch(/name="account"[^>]*value="[^"]+@/)
  const unknown = await sandbox.signIn('unknown@new.example')
  const folders = listAt((await unknown.get('/me/mailFolders?$top=100')).body)
  expect(folders.length).toBeGreaterThan(10)
  expect(listAt((await unknown.get('/me/messages?$top=100')).body).length).toBeGreaterThan(20)
  const odd = await sandbox.consent('not an address', 'accept')
  expect([odd.status, odd.headers.get('location')]).toEqual([400, null])
  expect(CALLBACK).toContain('/api/microsoft/callback')
})

test('Google: lists the demo accounts, and creates one for an unknown address', async () => {
  const page = (await ask(authorizeUrl(sandbox))).text
  const pick = /href="([^"]+pick=[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect((await ask(`${sandbox.url}${pick}`)).text).toContain(`value="${DEMO_EMAIL}"`)
  expect((await accept(sandbox, DEMO_EMAIL)).get('code')).not.toBeNull()
  expect((await accept(sandbox, 'unknown@new.example')).get('code')).not.toBeNull()
  const odd = await sandbox.consent('not an address', 'accept', authorizeUrl(sandbox))
  expect([odd.status, odd.headers.get('location')]).toEqual([400, null])
})

test('delivers new mail to a mailbox with a subscription, until a reset', async () => {
  await using receiver = await startNotificationReceiver()
  const client = await sandbox.signIn(DEMO_EMAIL)
  const expirationDateTime = new Date(startsAt.getTime() + 3600_000).toISOString()
  await client.send('POST', '/subscriptions', {
    changeType: 'created',
    notificationUrl: receiver.url,
    resource: '/me/mailFolders/inbox/messages',
    expirationDateTime,
  })
  vi.advanceTimersByTime(TICK_MS)
  await receiver.waitFor(1)
  expect(receiver.items[0]).toMatchObject({ changeType: 'created' })
  await sandbox.control('POST', '/reset')
  expect((await sandbox.control('GET', '/outlook/mailboxes')).body).toEqual([])
  expect(at((await sandbox.control('GET', '/info')).body, 'demo')).toBe(false)
  expect((await sandbox.consent('unknown@new.example', 'accept')).headers.get('location')).toBeNull()
})
