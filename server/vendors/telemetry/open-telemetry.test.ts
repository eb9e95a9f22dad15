import { afterEach, beforeEach, expect, test } from 'vitest'
import { pino } from 'pino'
import { startCollector } from '../../../test/kit/otlp-collector.ts'
import type { TelemetryConfig } from '../../telemetry-settings.ts'
import { addToSpan, inCallSpan, inMessageSpan, messageFound } from '../../tracing.ts'
import { VendorError } from '../http/vendor-error.ts'
import { openTelemetry } from './open-telemetry.ts'

const message = { mailboxId: 'mailbox', messageId: 'message' }
let collector: Awaited<ReturnType<typeof startCollector>>
const failures: string[] = []
const open = (config: TelemetryConfig = { traces: true, logs: true }) =>
  openTelemetry(config, { role: 'worker', onError: (reason) => failures.push(reason) })
const set = (settings: Record<string, string>): void => void Object.assign(process.env, settings)
beforeEach(async () => {
  collector = await startCollector()
  failures.length = 0
  set({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
})
afterEach(async () => {
  for (const name of Object.keys(process.env)) if (name.startsWith('OTEL_')) delete process.env[name]
  await collector[Symbol.asyncDispose]()
})

const sort = () => {
  messageFound(message, { source: 'delta' })
  return inMessageSpan('sort message', message, {}, async () => {
    addToSpan({ decidedBy: 'model', reason: null })
    await inCallSpan({ vendor: 'graph', method: 'POST' }, async () => ({ status: 429 }))
    return inCallSpan({ vendor: 'graph' }, () => Promise.reject(new VendorError('graph', 0, 'timeout')))
  })
}

test('records a failure by its status or code, passes it on, and records no call outside of a message', async () => {
  {
    await using _telemetry = open()
    await inCallSpan({ vendor: 'graph' }, async () => ({ status: 200 }))
    await expect(sort()).rejects.toThrow(VendorError)
  }
  const [, refused, lost, sorted] = collector.spans()
  expect(collector.spans()).toHaveLength(4)
  expect([refused, lost, sorted].map((span) => span?.attributes['error.type'])).toEqual(['429', 'timeout', 'timeout'])
  expect(sorted?.attributes).toMatchObject({ 'mailroom.decided_by': 'model', 'mailroom.message_id': 'message' })
  expect(sorted?.attributes).not.toHaveProperty('mailroom.reason')
})

test('exports log lines with the error, and names the trace in them', async () => {
  const lines: string[] = []
  {
    await using telemetry = open()
    const log = pino({ base: null, ...telemetry.loggerOptions }, { write: (line: string) => void lines.push(line) })
    const err = { name: 'VendorError', message: 'graph 503', stack: 'at one' }
    await inMessageSpan('sort message', message, {}, async () => log.error({ event: 'job_failed', jobId: 'one', err }))
    log.debug({ event: 'not_logged' })
  }
  const [span] = collector.spans()
  expect(collector.logs()).toEqual([
    {
      traceId: span?.traceId,
      spanId: span?.spanId,
      eventName: 'job_failed',
      severityText: 'error',
      attributes: {
        'mailroom.job_id': 'one',
        'exception.type': 'VendorError',
        'exception.message': 'graph 503',
        'exception.stacktrace': 'at one',
      },
    },
  ])
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([{ trace_id: span?.traceId }])
})

test('a sampler keeps or drops all spans of a message', async () => {
  set({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' })
  {
    await using _telemetry = open()
    for (let n = 0; n < 40; n++) {
      const one = { ...message, messageId: `message ${n}` }
      messageFound(one, {})
      await inMessageSpan('sort message', one, {}, async () => undefined)
    }
  }
  const spans = collector.spans()
  const traces = Map.groupBy(spans, ({ traceId }) => traceId)
  expect(spans).toHaveLength(traces.size * 2)
  expect(traces.size).toBeGreaterThan(5)
  expect(traces.size).toBeLessThan(35)
})

test('sends protobuf, and only what is switched on', async () => {
  {
    await using telemetry = open({ traces: true, logs: false })
    pino({ ...telemetry.loggerOptions }, { write: () => undefined }).info('not exported')
    messageFound(message, {})
  }
  const [request, ...others] = collector.requests
  expect(others).toEqual([])
  expect(request).toMatchObject({ url: '/v1/traces', type: 'application/x-protobuf' })
  expect(collector.spans()).toMatchObject([{ name: 'message found' }])
})

test('a collector that is down changes nothing but one line in the log', async () => {
  set({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_EXPORTER_OTLP_TIMEOUT: '500' })
  {
    await using telemetry = open()
    const log = pino({ ...telemetry.loggerOptions }, { write: () => undefined })
    log.info({ event: 'message_sorted' })
    messageFound(message, {})
    expect(await inMessageSpan('sort message', message, {}, async () => 'done')).toBe('done')
  }
  expect(failures).toEqual(['ECONNREFUSED'])
})
