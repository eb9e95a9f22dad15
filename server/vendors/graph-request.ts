import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { codeOfAnswer } from './graph-error.ts'
import { readJsonAnswer, retryAfterMs, send } from './http.ts'
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
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          prefer: [immutableIds, ...prefer].join(', '),
          'client-request-id': randomUUID(),
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

  return {
    async call(request) {
      await answerOf(request)
    },
    async read(request, shape) {
      const read = shape.safeParse(readJsonAnswer('graph', await answerOf(request)))
      if (!read.success) throw new VendorError('graph', 0, 'unreadable_answer', null, read.error)
      return read.data
    },
  }
}

/** Links travel through our database: one that does not begin with our base would send a token to a stranger. */
function addressOf(base: string, path: string): string {
  if (path.startsWith('/')) return `${base}${path}`
  if (path.startsWith(`${base}/`) && !path.slice(base.length).includes('/..')) return path
  throw new VendorError('graph', 400, 'foreign_link')
}
