import { expect, test } from 'vitest'
import { pino } from 'pino'
import { z } from 'zod'
import { routes } from '../server/app.ts'
import type { Route } from '../server/http/routing/route.ts'
import { createEvents } from '../server/events.ts'
import { createLanguageModel } from '../server/vendors/language-model/language-model.ts'
import { actingMailbox } from './kit/acting-mailbox.ts'
import { allRows } from './kit/all-rows.ts'
import { invoice } from './kit/trained-mailbox.ts'
import { signUp } from './kit/outlook.ts'
import { runSql } from './kit/run-sql.ts'
import { startHistory } from './kit/sorted-mail.ts'
import { appOfFile } from './kit/start-app.ts'

const app = await appOfFile()
const tokens: string[] = []
const lines: string[] = []
const everything = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
Object.assign(app.ctx.events, createEvents(everything))

const mark = 'marked-by-the-caller'
const Schema = z.looseObject({
  type: z.unknown().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  minimum: z.number().optional(),
})

/** Valid inputs of a schema, one for each variant, with the marker in every free text. */
function examplesOf(schema: unknown): unknown[] {
  const read = Schema.parse(schema)
  const forms = read.anyOf ?? read.oneOf
  if (forms) return forms.flatMap(examplesOf)
  if (read.const !== undefined) return [read.const]
  if (read.enum) return read.enum.slice(0, 1)
  if (read.properties) {
    const fields = Object.entries(read.properties).map(([name, field]) => [name, examplesOf(field)[0]] as const)
    return [Object.fromEntries(fields)]
  }
  if (read.type === 'array') return [[examplesOf(read.items)[0]]]
  if (read.type === 'boolean') return [true]
  if (read.type === 'number' || read.type === 'integer') return [Math.max(read.minimum ?? 1, 1)]
  if (read.type === 'null') return [null]
  const formats: Record<string, string> = {
    uuid: crypto.randomUUID(),
    email: `${mark}@secret.example`,
    date: '2026-01-05',
    'date-time': '2026-01-05T10:00:00Z',
  }
  return [formats[read.format ?? ''] ?? mark]
}

/** The account is deleted last. */
const isEnd = (route: Route): boolean => route.kind === 'function' && route.name === 'account-data'
const inOrder = [...routes.filter((route) => !isEnd(route)), ...routes.filter(isEnd)]

/** Calls every route with valid and invalid input, with the marker in URL, headers and body. */
async function callEverything(): Promise<void> {
  const visitor = await signUp(app)
  tokens.push(visitor.token, visitor.token.split('.')[2] ?? '')
  const headers = {
    authorization: `Bearer ${visitor.token}`,
    apikey: app.ctx.access.anonKey,
    cookie: `mailroom-oauth=${mark}; other=${mark}`,
    'user-agent': `Mozilla/5.0 ${mark}`,
    referer: `https://${mark}.example/`,
    'stripe-signature': `t=1,v1=${mark}`,
    'content-type': 'application/json',
  }
  const send = async (path: string, method: string, body?: unknown, more: Record<string, string> = {}) => {
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
    const answer = await fetch(app.url + path, {
      method,
      headers: { ...headers, ...more },
      redirect: 'manual',
      ...sent,
    })
    await answer.body?.cancel()
  }
  for (const route of inOrder) {
    if (route.kind === 'function') {
      const path = `/functions/v1/${route.name}`
      const schema = z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' })
      for (const input of [...examplesOf(schema), { [mark]: mark }]) await send(path, 'POST', input)
      continue
    }
    const method = route.method === 'ALL' ? 'POST' : route.method
    if (route.path === '/api/events' || route.path === '/auth/v1/logout') continue
    const path =
      `${route.path.replace(/:\w+|\*/g, mark)}?code=${mark}&state=${mark}&token=${mark}&select=${mark}&error=` + mark
    const fields = { email: `${mark}@secret.example`, password: mark, token: mark, refresh_token: mark, code: mark }
    await send(path, method, method === 'GET' || method === 'HEAD' ? undefined : fields)
  }
  // What every function refuses in the same way.
  for (const body of [mark, `{"${mark}`]) await send('/functions/v1/mail-graph', 'POST', body)
  await send('/functions/v1/mail-graph', 'POST', {}, { authorization: `Bearer ${mark}.${mark}.${mark}` })
  await send(`/rest/v1/email_folders?instructions=eq.${mark}&id=eq.${mark}`, 'PATCH', { instructions: mark })
  await send('/rest/v1/email_folders?select=id&id=not.is.null', 'PATCH', { active: mark })
}

test('no request data is logged, wherever it occurs and whatever the result', async () => {
  await callEverything()
  await app.runDueJobs()
  // The same calls while every statement fails.
  await runSql(app.database.owner, 'revoke usage on schema public, app from service_role')
  await callEverything()
  await runSql(app.database.owner, 'grant usage on schema public, app to service_role')
  const failed = new Set(lines.flatMap((line) => /"event":"request_failed".*"route":"([^"]+)"/.exec(line)?.[1] ?? []))
  expect([...failed]).toEqual(expect.arrayContaining(['mail-graph', 'sorted-mail', 'email-actions', 'create-checkout']))
  for (const secret of [mark, ...tokens, 'secret.example', 'Bearer'])
    expect(lines.filter((line) => line.includes(secret))).toEqual([])
  const rows = await allRows(app.database)
  expect(rows.filter((row) => tokens.some((token) => row.includes(token)))).toEqual([])
})

test('no text of a message is logged, and its body is in no table', async () => {
  const words = { subject: 'Zaubersubjekt', text: 'Zaubertext', name: 'Zaubername', address: 'zauberer@magic.example' }
  const baseUrl = `${app.sandbox.url}/api.openai.com/v1`
  const model = createLanguageModel({ baseUrl, apiKey: 'mailroom-sandbox-key', model: 'sandbox-model' })
  Object.assign(app.ctx.vendors, { model })
  const mail = {
    from: words.address,
    fromName: words.name,
    subject: `Invoice of ${words.subject} for your electricity`,
    text: `The amount due is 40 euro. ${words.text}`,
  }
  const history = await startHistory(app, { proposals: false })
  lines.length = 0
  await app.control('PUT', '/control/model', { mode: 'obey-mail' })
  await app.faults(
    {
      service: 'graph',
      method: 'POST',
      path: '/move$',
      status: 400,
      times: 2,
      body: { error: { code: words.subject, message: words.text } },
    },
    { service: 'model', path: 'chat', status: 400, times: 1, body: { error: { message: words.text } } },
  )
  await history.mailbox.deliver({ ...invoice(13), ...mail })
  const isSorted = async () => {
    // Each refused move is tried again later.
    await app.advance('5 s')
    await app.runDueJobs()
    return lines.some((line) => line.includes('"event":"message_sorted"'))
  }
  await expect.poll(isSorted).toBe(true)
  await app.faults()
  await app.control('PUT', '/control/model', { mode: 'obey-mail' })
  const acting = await actingMailbox(app, ['draft_reply'])
  await acting.configure('draft_reply', { includeFileContext: false })
  await acting.sorted(mail)
  await app.runDueJobs()
  for (const event of ['message_sorted', 'message_retried', 'language_model_responded', 'action_done'])
    expect([event, lines.some((line) => line.includes(`"event":"${event}"`))]).toEqual([event, true])
  for (const word of Object.values(words)) expect(lines.filter((line) => line.includes(word))).toEqual([])
  const rows = await allRows(app.database)
  expect(rows.filter((row) => row.includes(words.text))).toEqual([])
  const places = rows.filter((row) => row.includes(words.subject)).map((row) => row.split(' ')[0])
  // Both are emptied after the retention period of the history.
  expect(new Set(places)).toEqual(new Set(['public.email_processing_logs', 'public.email_action_runs']))
})
