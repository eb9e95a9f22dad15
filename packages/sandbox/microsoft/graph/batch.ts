import { readJson, readStrictly } from '../../kit/read-strictly.ts'
import type { GraphAnswer, GraphRequest } from './graph-call.ts'
import { badRequest, errorEnvelope, GraphError, type Stamp } from './errors.ts'
import type { Graph, Trace } from './handle-call.ts'
import { BatchBody, type BatchPart } from './schemas.ts'

const MAX_PARTS = 20
const MAX_PARALLEL = 4

type RunPart = (request: GraphRequest, trace: Trace) => Promise<GraphAnswer>

/** Runs up to twenty requests. Limits apply to each of them; the responses are in any order. */
export async function answerBatch(
  graph: Graph,
  request: GraphRequest,
  stamp: Stamp,
  runPart: RunPart,
): Promise<GraphAnswer> {
  const parts = readBatch(graph, request)
  const results = new Map<string, Promise<Result>>()
  const limited = createLimiter(MAX_PARALLEL)
  for (const part of parts) results.set(part.id, runAfter(part))

  async function runAfter(part: BatchPart): Promise<Result> {
    // After a microtask the map has all parts, those that come later in the batch included.
    await Promise.resolve()
    const before = await Promise.all((part.dependsOn ?? []).flatMap((id) => results.get(id) ?? []))
    if (before.some(({ status }) => status >= 400)) {
      const problem = new GraphError(424, 'FailedDependency', 'A request that this one depends on has failed.')
      return { id: part.id, status: 424, headers: {}, body: errorEnvelope(problem, stamp, 'innerError') }
    }
    return limited(async () => withoutCodePrefix(graph, resultOf(part, await runOne(request, part, stamp, runPart))))
  }

  const responses = shuffled(graph, await Promise.all(results.values()))
  const throttled = responses.some(({ status }) => status === 429)
  return { status: throttled ? graph.sandbox.config.batchStatusWhenThrottled : 200, body: { responses } }
}

type Result = { id: string; status: number; headers: Record<string, string>; body?: unknown }

function readBatch(graph: Graph, request: GraphRequest): BatchPart[] {
  const json = readJson(request.body)
  if (!json.ok) throw badRequest(json.problem)
  const read = readStrictly(BatchBody, json.value, 'batch')
  if (!read.ok) throw badRequest(read.problem)
  const { requests } = read.value
  if (requests.length > MAX_PARTS) {
    throw new GraphError(
      400,
      'MaximumRequestsExceeded',
      `The batch has ${requests.length} requests; at most ${MAX_PARTS} are allowed.`,
    )
  }
  const ids = requests.map(({ id }) => id.toLowerCase())
  if (new Set(ids).size < ids.length) throw badRequest('The ids of the requests in a batch have to be unique.')
  const known = new Set(requests.map(({ id }) => id))
  const unknown = requests.flatMap(({ dependsOn }) => dependsOn ?? []).find((id) => !known.has(id))
  if (unknown !== undefined) throw badRequest(`The request '${unknown}' that another depends on is not in the batch.`)
  if (isCircular(requests)) throw badRequest('The requests of the batch depend on each other in a circle.')
  if (graph.sandbox.config.batchAbsoluteUrl === 'all' && requests.some(({ url }) => isForbidden(url))) {
    throw badRequest('The url of a request in a batch has to be relative and must not be a batch.')
  }
  return requests
}

function isCircular(requests: BatchPart[]): boolean {
  const left = new Map(requests.map(({ id, dependsOn }) => [id, new Set(dependsOn)]))
  for (;;) {
    const free = [...left].filter(([, needs]) => [...needs].every((id) => !left.has(id)))
    if (left.size === 0) return false
    if (free.length === 0) return true
    for (const [id] of free) left.delete(id)
  }
}

function isForbidden(url: string): boolean {
  return /^https?:\/\//i.test(url) || /\$batch/i.test(url)
}

/** The Authorization header of the batch applies to every part, its Prefer header to none. */
async function runOne(outer: GraphRequest, part: BatchPart, stamp: Stamp, runPart: RunPart): Promise<GraphAnswer> {
  const refuse = (message: string) => ({ status: 400, body: errorEnvelope(badRequest(message), stamp, 'innerError') })
  const address = part.url.replace(/^\//, '')
  if (isForbidden(part.url) || !URL.canParse(address, `${outer.origin}/`)) {
    return refuse('The url of a request in a batch has to be relative and must not be a batch.')
  }
  const headers = headersOf(part)
  if (!headers) return refuse('The headers of the request cannot be read.')
  if (part.body !== undefined && !headers.has('content-type'))
    return refuse('A request with a body needs a Content-Type header.')
  const authorization = outer.headers.get('authorization')
  if (!headers.has('authorization') && authorization) headers.set('authorization', authorization)
  const url = new URL(address, `${outer.origin}/`)
  const body = part.body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(part.body))
  const request = {
    method: part.method.toUpperCase(),
    origin: outer.origin,
    path: url.pathname.slice(1),
    query: url.searchParams,
    headers,
    body,
  }
  return runPart(request, { mailbox: null, concurrency: 0 })
}

function headersOf(part: BatchPart): Headers | null {
  try {
    return new Headers(part.headers)
  } catch {
    return null
  }
}

function resultOf(part: BatchPart, answer: GraphAnswer): Result {
  const headers: Record<string, string> = { ...answer.headers }
  if (answer.bytes)
    return { id: part.id, status: answer.status, headers, body: Buffer.from(answer.bytes).toString('base64') }
  if (answer.body === undefined) return { id: part.id, status: answer.status, headers }
  headers['Content-Type'] = 'application/json; odata.metadata=minimal; odata.streaming=true'
  return { id: part.id, status: answer.status, headers, body: answer.body }
}

/** With natural faults half of the error codes lose their prefix, as in batches of the real service. */
function withoutCodePrefix({ sandbox }: Graph, result: Result): Result {
  const { body } = result
  if (!sandbox.config.naturalFaults || result.status < 400 || sandbox.random.chance(0.5)) return result
  if (typeof body !== 'object' || body === null || !('error' in body)) return result
  const error: { code?: unknown } = { ...Object(body.error) }
  return { ...result, body: { error: { ...error, code: String(error.code).replace(/^Error/, '') } } }
}

/** Runs at most `size` tasks in parallel. */
function createLimiter(size: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = size
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else free--
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

function shuffled(graph: Graph, results: Result[]): Result[] {
  return results
    .map((result) => ({ result, place: graph.sandbox.random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ result }) => result)
}
