import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { codeOfAnswer } from './graph-error.ts'
import { readJsonAnswer, retryAfterMs, send } from './http.ts'
import { openStream, type StreamedAnswer } from './http-stream.ts'
import { VendorError } from './vendor-error.ts'

export interface GraphRequest {
  token: string
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** A path below `/v1.0` with its query, or a whole link that Graph handed out. */
  path: string
  body?: object
  prefer?: string[]
  /** Only where the item is still the one with this etag; else 412. */
  ifMatch?: string
  timeoutMs?: number
  maxBytes?: number
}

export interface GraphTransport {
  /** @throws VendorError with the status and code of whatever is not a success */
  call(request: GraphRequest): Promise<void>
  read<S extends z.ZodType>(request: GraphRequest, shape: S): Promise<z.output<S>>
  /** The bytes of an answer of any size, in pieces; its place among the calls in flight is held until they are read. */
  open(request: Pick<GraphRequest, 'token' | 'path' | 'timeoutMs'>): Promise<AsyncGenerator<Uint8Array>>
}

/** The header counts for one request only, so it is on every one: without it the id of a message changes when it is moved. */
const immutableIds = 'IdType="ImmutableId"'

/** @param turn waits for a place among the mailbox's calls in flight */
export function createTransport(baseUrl: string, turn: <T>(work: () => Promise<T>) => Promise<T>): GraphTransport {
  const base = `${baseUrl}/v1.0`

  async function answerOf(request: GraphRequest) {
    const { token, method = 'GET', path, body, prefer = [], ifMatch, timeoutMs, maxBytes } = request
    return turn(async () => {
      const answer = await send({
        vendor: 'graph',
        method,
        url: addressOf(base, path),
        headers: {
          ...headersFor(token, prefer),
          accept: 'application/json',
          ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        ...(timeoutMs ? { timeoutMs } : {}),
        ...(maxBytes ? { maxBytes } : {}),
      })
      if (answer.status >= 200 && answer.status < 300) return answer
      throw new VendorError('graph', answer.status, codeOfAnswer(answer.text), retryAfterMs(answer.headers))
    })
  }

  /** @returns the answer, once it is known to be a success */
  async function openedAnswer({ token, path, timeoutMs }: GraphRequest): Promise<StreamedAnswer> {
    const answer = await openStream({
      vendor: 'graph',
      method: 'GET',
      url: addressOf(base, path),
      headers: headersFor(token, []),
      ...(timeoutMs ? { timeoutMs } : {}),
    })
    if (answer.status >= 200 && answer.status < 300) return answer
    throw new VendorError('graph', answer.status, codeOfAnswer(await startOf(answer)), retryAfterMs(answer.headers))
  }

  return {
    async call(request) {
      await answerOf(request)
    },
    async read(request, shape) {
      const read = shape.safeParse(readJsonAnswer('graph', await answerOf(request)))
      if (!read.success) throw new VendorError('graph', 0, 'unreadable_answer', null, read.error)
      return read.data
    },
    async open(request) {
      const opened = Promise.withResolvers<StreamedAnswer>()
      turn(async () => {
        const answer = await openedAnswer(request)
        opened.resolve(answer)
        await answer.closed
      }).catch(opened.reject)
      return (await opened.promise).body
    },
  }
}

const headersFor = (token: string, prefer: readonly string[]) => ({
  authorization: `Bearer ${token}`,
  prefer: [immutableIds, ...prefer].join(', '),
  'client-request-id': randomUUID(),
})

/** Enough of a refusal to know its code. */
async function startOf({ body }: StreamedAnswer): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    parts.push(part)
    size += part.byteLength
    if (size > 64 * 1024) break
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Links travel through our database: one that does not begin with our base would send a token to a stranger. */
function addressOf(base: string, path: string): string {
  if (path.startsWith('/')) return `${base}${path}`
  if (path.startsWith(`${base}/`) && !path.slice(base.length).includes('/..')) return path
  throw new VendorError('graph', 400, 'foreign_link')
}
