import { afterAll, expect, test } from 'vitest'
import { freePort } from '../scripts/lib/free-port.ts'
import { openTelemetry } from '../server/vendors/telemetry/open-telemetry.ts'
import { actingMailbox } from './kit/acting-mailbox.ts'
import { ofFile } from './kit/of-file.ts'
import { startCollector } from './kit/otlp-collector.ts'
import { appOfFile } from './kit/start-app.ts'
import { startWorker } from './kit/worker.ts'

/** The web node is this process; the worker is another one. */
const secret = 'only-the-collector-knows-this'
const metricsToken = 'only-the-operator-knows-this'
const words = { subject: 'Zaubersubjekt', text: 'Zaubertext', name: 'Zaubername', address: 'zauberer@magic.example' }
const collector = await ofFile(startCollector())
const settings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${secret}`,
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
}
Object.assign(process.env, settings)
afterAll(() => {
  for (const name of Object.keys(settings)) delete process.env[name]
})
// The worker's process has the machine's clock.
const app = await appOfFile({ startsAt: null })
const acting = await actingMailbox(app, ['draft_reply'])
const { mailbox, folderId } = acting
const change = { active: true, include_in_ai: true, instructions: `Everything from ${words.address}` }
await mailbox.rows(`email_folders?id=eq.${folderId}`, { method: 'PATCH', body: JSON.stringify(change) })
await mailbox.call('mail-webhook-management', { action: 'subscribe', mailboxId: mailbox.mailboxId })
await app.runDueJobs()

const get = async (url: string, token = '') => {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  return { status: response.status, text: await response.text() }
}

test('an email is one trace from its notification to its last action; a worker has health and metrics', async () => {
  let messageId = ''
  {
    const telemetry = { traces: true, logs: true } as const
    await using _web = openTelemetry(telemetry, { role: 'web', onError: (reason) => expect.fail(reason) })
    messageId = await mailbox.deliver({
      from: words.address,
      fromName: words.name,
      subject: words.subject,
      text: `Could you please tell us when? ${words.text}`,
    })
    const waiting = () => app.ctx.db.asService((tx) => tx.selectFrom('app.inbox_events').selectAll().execute())
    await expect.poll(waiting).toHaveLength(1)
  }
  const port = await freePort()
  const own = { LOG_LEVEL: 'info', METRICS_PORT: String(port), METRICS_TOKEN: metricsToken }
  {
    await using _worker = await startWorker(app, { ...settings, ...own })
    await expect.poll(acting.drafts).toHaveLength(1)
    await expect
      .poll(() => get(`http://127.0.0.1:${port}/metrics`, metricsToken))
      .toMatchObject({ status: 200, text: expect.stringMatching(/event="action_done",reason="done"\} 1/) })
    const [health, ready, refused, page] = await Promise.all(
      ['healthz', 'readyz', 'metrics', 'config.json'].map((path) => get(`http://127.0.0.1:${port}/${path}`)),
    )
    expect([health?.status, ready?.status, refused?.status, page?.status]).toEqual([200, 200, 401, 404])
  }

  // A catch-up that read the inbox before the move may find the email again, in a trace of its own.
  const [root, ...others] = collector
    .spans()
    .filter(({ name, attributes }) => name === 'message found' && attributes['mailroom.source'] === 'notification')
  expect(others).toEqual([])
  const spans = collector.spans().filter(({ traceId }) => traceId === root?.traceId)
  const named = (name: string) => spans.filter((span) => span.name === name)
  expect(root?.parentSpanId).toBeUndefined()
  expect(root?.attributes).toMatchObject({
    'mailroom.mailbox_id': mailbox.mailboxId,
    'mailroom.message_id': messageId,
  })
  const [sort] = named('sort message')
  const [action] = named('run action')
  expect([sort?.parentSpanId, action?.parentSpanId]).toEqual([root?.spanId, root?.spanId])
  expect(sort?.attributes).toMatchObject({ 'mailroom.decided_by': 'condition', 'mailroom.reason': 'sorted' })
  expect(action?.attributes).toMatchObject({ 'mailroom.type': 'draft_reply', 'mailroom.reason': 'done' })
  const calls = (parent: string | undefined) => spans.filter(({ parentSpanId }) => parentSpanId === parent)
  const move = { 'mailroom.vendor': 'graph', 'http.request.method': 'POST', 'http.response.status_code': 201 }
  expect(calls(sort?.spanId).map(({ attributes }) => attributes)).toContainEqual(move)
  expect(calls(action?.spanId).map(({ name }) => name)).toContain('POST graph')
  expect([root, sort, action].map((span) => span?.resource)).toMatchObject(
    ['web', 'worker', 'worker'].map((role) => ({
      'service.name': 'mailroom',
      'mailroom.role': role,
      'deployment.environment.name': 'test',
    })),
  )
  const events = collector.logs().filter(({ traceId }) => traceId === root?.traceId)
  expect(events).toMatchObject([
    { eventName: 'message_sorted', severityText: 'info', spanId: sort?.spanId },
    { eventName: 'action_done', severityText: 'info', spanId: action?.spanId },
  ])

  const sent = collector.requests.map(({ body }) => body).join('\n')
  for (const hidden of [...Object.values(words), mailbox.email, mailbox.user.email, secret, metricsToken])
    expect(sent).not.toContain(hidden)
  expect(new Set(collector.requests.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${secret}`]))
})
