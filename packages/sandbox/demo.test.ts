import { afterAll, beforeAll, expect, test } from 'vitest'
import { accept, authorizeUrl } from './google/test-walk.ts'
import { ask, at, CALLBACK, listAt, startHook, startTestSandbox, type TestSandbox } from './kit/test-client.ts'
import { DEMO_EMAIL } from './seeds/demo.ts'

let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox(true)
})
afterAll(() => sandbox[Symbol.asyncDispose]())

test('the demo has accounts to pick, and makes a mailbox with filed mail for a stranger', async () => {
  const page = (await ask(sandbox.authorizeUrl())).text
  expect(page).toContain(DEMO_EMAIL)
  const pick = /href="([^"]+pick=[^"]+)"/.exec(page)?.[1]?.replaceAll('&#38;', '&') ?? ''
  expect((await ask(`${sandbox.url}${pick}`)).text).toMatch(/name="account"[^>]*value="[^"]+@/)
  const stranger = await sandbox.signIn('stranger@new.example')
  const folders = listAt((await stranger.get('/me/mailFolders?$top=100')).body)
  expect(folders.length).toBeGreaterThan(10)
  expect(listAt((await stranger.get('/me/messages?$top=100')).body).length).toBeGreaterThan(20)
  const odd = await sandbox.consent('not an address', 'accept')
  expect([odd.status, odd.headers.get('location')]).toEqual([400, null])
  expect(CALLBACK).toContain('/api/microsoft/callback')
})

test('Google has accounts to pick, and makes one for a stranger', async () => {
  const page = (await ask(authorizeUrl(sandbox))).text
  const pick = /href="([^"]+pick=[^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect((await ask(`${sandbox.url}${pick}`)).text).toContain(`value="${DEMO_EMAIL}"`)
  expect((await accept(sandbox, DEMO_EMAIL)).get('code')).not.toBeNull()
  expect((await accept(sandbox, 'stranger@new.example')).get('code')).not.toBeNull()
  const odd = await sandbox.consent('not an address', 'accept', authorizeUrl(sandbox))
  expect([odd.status, odd.headers.get('location')]).toEqual([400, null])
})

test('new mail comes by itself where somebody listens, and no more after a reset', async () => {
  await using hook = await startHook()
  const client = await sandbox.signIn(DEMO_EMAIL)
  const expirationDateTime = new Date(Date.now() + 3600_000).toISOString()
  await client.send('POST', '/subscriptions', {
    changeType: 'created',
    notificationUrl: hook.url,
    resource: '/me/mailFolders/inbox/messages',
    expirationDateTime,
  })
  await hook.waitFor(1)
  expect(hook.items[0]).toMatchObject({ changeType: 'created' })
  await sandbox.control('POST', '/reset')
  expect((await sandbox.control('GET', '/outlook/mailboxes')).body).toEqual([])
  expect(at((await sandbox.control('GET', '/info')).body, 'demo')).toBe(false)
  expect((await sandbox.consent('stranger@new.example', 'accept')).headers.get('location')).toBeNull()
})
