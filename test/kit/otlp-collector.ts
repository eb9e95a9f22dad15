import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** The fields of a message by number, in Protocol Buffers (protobuf.dev/programming-guides/encoding). */
type Fields = Map<number, (Buffer | number)[]>

function parseFields(bytes: Buffer): Fields {
  const fields: Fields = new Map()
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++] ?? 0
      value += (byte % 128) * scale
      if (byte < 128) return value
    }
  }
  const take = (length: number): Buffer => bytes.subarray(at, (at += length))
  const read = [varint, () => take(8).readDoubleLE(), () => take(varint()), null, null, () => take(4).readUInt32LE()]
  while (at < bytes.length) {
    const tag = varint()
    const value = read[tag % 8]?.()
    if (value === undefined) throw new Error(`Wire type ${tag % 8} is not known`)
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value])
  }
  return fields
}

const buffersOf = (fields: Fields, number: number): Buffer[] =>
  (fields.get(number) ?? []).filter((value) => typeof value === 'object')
const messagesOf = (fields: Fields, number: number): Fields[] => buffersOf(fields, number).map(parseFields)
const textOf = (fields: Fields, number: number): string => buffersOf(fields, number)[0]?.toString() ?? ''
const idOf = (fields: Fields, number: number): string => buffersOf(fields, number)[0]?.toString('hex') ?? ''

/** The only field of an attribute's value has its type; the product sends texts, numbers and truth values. */
function attributesOf(fields: Fields, number: number): Record<string, unknown> {
  const entries = messagesOf(fields, number).map((attribute): [string, unknown] => {
    const [[type, values] = [0, []]] = messagesOf(attribute, 2).flatMap((any) => [...any])
    const value = values[0]
    return [textOf(attribute, 1), type === 1 ? String(value) : type === 2 ? value === 1 : value]
  })
  return Object.fromEntries(entries)
}

/** github.com/open-telemetry/opentelemetry-proto: requests of traces and of logs nest their entries alike. */
const entriesOf = (request: Buffer) =>
  messagesOf(parseFields(request), 1).flatMap((group) => {
    const resource = Object.assign({}, ...messagesOf(group, 1).map((each) => attributesOf(each, 1)))
    return messagesOf(group, 2).flatMap((scope) => messagesOf(scope, 2).map((entry) => ({ entry, resource })))
  })

/** A collector that speaks OTLP over HTTP, and keeps what it receives. */
export async function startCollector() {
  const requests: { url: string; type: string; authorization: string; body: Buffer }[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = '', headers } = request
    const type = headers['content-type'] ?? ''
    requests.push({ url, type, authorization: headers.authorization ?? '', body: await buffer(request) })
    response.writeHead(200, { 'content-type': type }).end()
  }
  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const entries = (url: string) =>
    requests.filter((request) => request.url === url).flatMap(({ body }) => entriesOf(body))
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    spans: () =>
      entries('/v1/traces').map(({ entry, resource }) => ({
        traceId: idOf(entry, 1),
        spanId: idOf(entry, 2),
        parentSpanId: idOf(entry, 4) || undefined,
        name: textOf(entry, 5),
        attributes: attributesOf(entry, 9),
        resource,
      })),
    logs: () =>
      entries('/v1/logs').map(({ entry }) => ({
        traceId: idOf(entry, 9) || undefined,
        spanId: idOf(entry, 10) || undefined,
        eventName: textOf(entry, 12) || undefined,
        severityText: textOf(entry, 3),
        attributes: attributesOf(entry, 6),
      })),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  }
}
