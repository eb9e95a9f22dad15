import { graphErrorMaxBytes } from '../limits.ts'
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { parseGraphErrorCode, toVendorError } from './graph-error.ts'
import { parseJsonResponse, sendRequest, type HttpResponse } from '../http/http-client.ts'
import { retryAfterMs } from '../http/retry-after.ts'
import { openResponseStream, type StreamedResponse } from '../http/http-response-stream.ts'
import { PausedError, VendorError } from '../http/vendor-error.ts'

/** When a request that waited longer is tried again. */
const graphEffectRetryMs = 5000

export interface GraphRequest {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** A path below `/v1.0` with its query, or an absolute link that Graph returned. */
  path: string
  body?: object
  prefer?: string[]
  /** ETag: the request fails with 412 if the item has changed. */
  ifMatch?: string
  timeoutMs?: number
  /** A request that waited longer for its place within the mailbox's limit is not sent. */
  maxWaitMs?: number
  maxBytes?: number
}

export interface GraphTransport {
  /** @throws VendorError with the status, the error code and `Retry-After` of a response that is not a success */
  call(request: GraphRequest): Promise<void>
  read<S extends z.ZodType>(request: GraphRequest, shape: S): Promise<z.output<S>>
  /** Streams a response of any size; the request counts as in flight until the stream is closed. */
  open(request: Pick<GraphRequest, 'path' | 'timeoutMs'>): Promise<AsyncGenerator<Uint8Array>>
}

/** Sent with every request: without it the id of a message changes when the message is moved. */
const immutableIds = 'IdType="ImmutableId"'

/** @param withinLimit runs a request within the mailbox's concurrency limit */
export function createGraphTransport(
  baseUrl: string,
  token: string,
  withinLimit: <T>(work: () => Promise<T>) => Promise<T>,
): GraphTransport {
  const at = { base: `${baseUrl}/v1.0`, token }
  const send = async (request: GraphRequest): Promise<HttpResponse> => {
    const { maxWaitMs = Number.POSITIVE_INFINITY } = request
    const since = performance.now()
    const isLate = (): boolean => performance.now() - since > maxWaitMs
    const response = await withinLimit(async () => (isLate() ? null : sendToGraph(at, request)))
    return response ?? refuseLate()
  }
  return {
    async call(request) {
      await send(request)
    },
    async read(request, shape) {
      const parsed = shape.safeParse(parseJsonResponse('graph', await send(request)))
      if (!parsed.success) throw new VendorError('graph', 0, 'unreadable_answer', null, parsed.error)
      return parsed.data
    },
    async open(request) {
      const opened = Promise.withResolvers<StreamedResponse>()
      withinLimit(async () => {
        const response = await openGraphStream(at, request)
        opened.resolve(response)
        await response.closed
      }).catch(opened.reject)
      return (await opened.promise).body
    },
  }
}

/** Treated as a call that is not made because of a pause: it uses up no attempt. */
function refuseLate(): never {
  throw new PausedError('graph', graphEffectRetryMs)
}

interface Target {
  base: string
  token: string
}

async function sendToGraph({ base, token }: Target, request: GraphRequest): Promise<HttpResponse> {
  const { method = 'GET', path, body, prefer = [], ifMatch, timeoutMs, maxBytes } = request
  const response = await sendRequest({
    vendor: 'graph',
    method,
    url: resolveGraphUrl(base, path),
    headers: {
      ...requestHeaders(token, prefer),
      accept: 'application/json',
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    ...(timeoutMs ? { timeoutMs } : {}),
    ...(maxBytes ? { maxBytes } : {}),
  })
  if (isSuccess(response)) return response
  throw graphError(response, response.text)
}

async function openGraphStream({ base, token }: Target, { path, timeoutMs }: GraphRequest): Promise<StreamedResponse> {
  const response = await openResponseStream({
    vendor: 'graph',
    method: 'GET',
    url: resolveGraphUrl(base, path),
    headers: requestHeaders(token, []),
    ...(timeoutMs ? { timeoutMs } : {}),
  })
  if (isSuccess(response)) return response
  throw graphError(response, await readErrorBody(response))
}

const isSuccess = ({ status }: { status: number }): boolean => status >= 200 && status < 300

/** Every Graph error, with the delay of a 429 or 503. */
const graphError = ({ status, headers }: { status: number; headers: Headers }, body: string): VendorError =>
  toVendorError(status, parseGraphErrorCode(body), retryAfterMs(headers))

const requestHeaders = (token: string, prefer: readonly string[]) => ({
  authorization: `Bearer ${token}`,
  prefer: [immutableIds, ...prefer].join(', '),
  'client-request-id': randomUUID(),
})

/** Reads the beginning of an error response, which is enough for its code. */
async function readErrorBody({ body }: StreamedResponse): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    parts.push(part)
    size += part.byteLength
    if (size > graphErrorMaxBytes) break
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Links are stored in the database: a link to another host would send the access token there. */
function resolveGraphUrl(base: string, path: string): string {
  if (path.startsWith('/')) return `${base}${path}`
  if (path.startsWith(`${base}/`) && !path.slice(base.length).includes('/..')) return path
  throw new VendorError('graph', 400, 'foreign_link')
}
