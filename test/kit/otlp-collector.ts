import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

const Attributes = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]])))
const Resource = z.object({ attributes: Attributes })
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: Attributes,
})
const Record = z.object({
  traceId: z.string().optional(),
  spanId: z.string().optional(),
  eventName: z.string().optional(),
  severityText: z.string(),
  attributes: Attributes,
})
/** opentelemetry.io/docs/specs/otlp: the JSON encoding of a request. */
const Traces = z.object({
  resourceSpans: z.array(z.object({ resource: Resource, scopeSpans: z.array(z.object({ spans: z.array(Span) })) })),
})
const Logs = z.object({
  resourceLogs: z.array(
    z.object({ resource: Resource, scopeLogs: z.array(z.object({ logRecords: z.array(Record) })) }),
  ),
})

/** A collector that speaks OTLP over HTTP, and keeps what it receives. */
export async function startCollector() {
  const requests: { url: string; type: string; authorization: string; body: string }[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = '', headers } = request
    const type = headers['content-type'] ?? ''
    requests.push({ url, type, authorization: headers.authorization ?? '', body: await text(request) })
    response.writeHead(200, { 'content-type': type }).end()
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const bodies = (url: string): unknown[] =>
    requests.filter((request) => request.url === url).map(({ body }): unknown => JSON.parse(body))
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    spans: () =>
      bodies('/v1/traces')
        .flatMap((body) => Traces.parse(body).resourceSpans)
        .flatMap(({ resource, scopeSpans }) =>
          scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, resource: resource.attributes }))),
        ),
    logs: () =>
      bodies('/v1/logs')
        .flatMap((body) => Logs.parse(body).resourceLogs)
        .flatMap(({ scopeLogs }) => scopeLogs.flatMap(({ logRecords }) => logRecords)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}
