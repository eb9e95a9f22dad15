import { expect, test } from 'vitest'
import { ask, startTestSandbox, textAt } from '../../testing/sandbox-client.ts'

test('counts the bytes that a call sends', async () => {
  await using sandbox = await startTestSandbox()
  await sandbox.control('POST', '/outlook/mailboxes', { email: 'anna@contoso.example', kind: 'work', folders: [] })
  const client = await sandbox.signIn('anna@contoso.example')
  const body = Buffer.alloc(150 * 2 ** 20 + 1)
  const headers = { authorization: `Bearer ${textAt(client.tokens, 'access_token')}` }
  const { status } = await ask(`${sandbox.url}/graph.microsoft.com/v1.0/me/messages`, {
    method: 'POST',
    headers,
    body,
  })
  expect(status).toBe(429)
  expect((await client.get('/me')).status).toBe(200)
  expect((await client.get('/subscriptions')).status).toBe(200)
})
