import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { tableMaxConcurrency } from './execute-in-turn.ts'
import { ofFile } from '../../test/kit/of-file.ts'
import { startTables } from './testing/start-tables.ts'

const tables = await ofFile(startTables())

test('a caller whose statements wait does not occupy all connections', async () => {
  const [busy, other] = [await tables.addUser(), await tables.addUser()]
  const read = (table: string, { token }: { token: string }) =>
    tables.request(`/${table}?select=id`, { headers: { authorization: `Bearer ${token}` } })
  await read('email_actions', other)
  let answered = 0
  const lock = await tables.lockTable('public.plans')
  const waiting = Promise.all(
    Array.from({ length: 40 }, async () => {
      await read('plans', busy)
      answered += 1
    }),
  )
  expect((await read('email_actions', other)).status).toBe(200)
  expect(answered).toBe(0)
  await lock.release()
  await waiting
})

test('a caller whose connections close before they have read their responses gets the next response', async () => {
  const { token } = await tables.addUser()
  // More than the buffers of a connection hold.
  await tables.asOwner(`update public.plans set description = repeat('x', 1700000)`)
  const { hostname, port } = new URL(tables.url)
  const unread = await Promise.all(
    Array.from({ length: tableMaxConcurrency }, async () => {
      const socket = connect(Number(port), hostname)
      socket.write(
        'GET /rest/v1/plans HTTP/1.1\r\nHost: mailroom\r\napikey: anon-key\r\n' +
          `authorization: Bearer ${token}\r\n\r\n`,
      )
      await once(socket, 'readable')
      return socket
    }),
  )
  const next = tables.request('/plans', { headers: { authorization: `Bearer ${token}` } })
  for (const socket of unread) socket.destroy()
  const whole = await next
  const text = await whole.text()
  expect(whole.headers.get('content-length')).toBe(String(text.length))
  expect(JSON.parse(text)).toHaveLength(3)
})
