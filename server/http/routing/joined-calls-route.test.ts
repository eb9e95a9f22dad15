import { expect, test } from 'vitest'
import { JoinedAnswer, maxJoinedCalls } from '../../../contract/joined-calls.ts'
import { callFunction, signUp, type Visitor } from '../../../test/kit/outlook.ts'
import { runSql } from '../../../test/kit/run-sql.ts'
import { appOfFile } from '../../../test/kit/start-app.ts'

const app = await appOfFile()
const [anna, ben] = [await signUp(app), await signUp(app)]
for (const { userId } of [anna, ben])
  await runSql(
    app.database.owner,
    `insert into public.usage (user_id, month, emails_processed) values ('${userId}', '2026-11-01', 7)`,
  )

const apikey = app.ctx.access.anonKey
const notifications = { method: 'POST', path: '/functions/v1/notifications', body: '{"action":"list"}' }
const usage = { method: 'GET', path: '/rest/v1/usage?select=user_id', body: null }
const json = { 'content-type': 'application/json' }

const send = (who: Visitor | null, calls: object[]): Promise<Response> =>
  fetch(`${app.url}/api/calls`, {
    method: 'POST',
    headers: { ...json, apikey, ...(who && { authorization: `Bearer ${who.token}` }) },
    body: JSON.stringify({ calls }),
  })

/** In the order of the calls. */
async function answersTo(who: Visitor, calls: object[]): Promise<JoinedAnswer[]> {
  const text = await (await send(who, calls)).text()
  const events = [...text.matchAll(/^data: (.*)\n\n/gm)].map(([, data = '']) => JoinedAnswer.parse(JSON.parse(data)))
  return events.toSorted((a, b) => a.call - b.call)
}

test('answers each call as if it were sent alone', async () => {
  const alone = await callFunction(app, anna, 'notifications', { action: 'list' })
  const answers = await answersTo(anna, [
    { ...notifications, headers: json },
    { ...usage, headers: { prefer: 'count=exact' } },
    { ...notifications, headers: json, body: '{"action":"unknown"}' },
    { ...notifications, headers: {} },
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 415])
  const [list, rows] = answers
  expect(JSON.parse(list?.body ?? '')).toEqual(alone.body)
  expect(rows?.headers['content-range']).toBe('0-0/1')
  expect(JSON.parse(rows?.body ?? '')).toEqual([{ user_id: anna.userId }])
})

test('takes the caller from the request, not from a call', async () => {
  const [rows] = await answersTo(anna, [{ ...usage, headers: { authorization: `Bearer ${ben.token}` } }])
  expect(JSON.parse(rows?.body ?? '')).toEqual([{ user_id: anna.userId }])
  expect((await send(null, [{ ...usage, headers: {} }])).status).toBe(401)
})

test.each([
  ['a function that is not listed', { ...notifications, path: '/functions/v1/mail-authentication' }],
  ['a change of a table', { ...usage, method: 'POST' }],
  ['another path', { ...usage, path: '/api/events' }],
  ['itself', { ...notifications, path: '/api/calls' }],
  ['a path with a host', { ...usage, path: '//other.example/rest/v1/usage' }],
  ['a path that leaves the tables', { ...usage, path: '/rest/v1/../../metrics' }],
])('refuses %s', async (_, call) => {
  const response = await send(anna, [{ ...call, headers: json }])
  expect([response.status, (await response.json()).error.code]).toEqual([400, 'invalid_input'])
})

test('refuses more calls than a page begins with', async () => {
  const many = Array.from({ length: maxJoinedCalls + 1 }, () => ({ ...usage, headers: {} }))
  expect((await send(anna, many)).status).toBe(400)
})
