import { JoinedAnswer, type JoinedCall, maxJoinedCalls, mayBeJoined } from '../../contract/joined-calls.ts'
import { parseJson } from '../lib/parse-json.ts'
import { readEventData } from './event-stream.ts'

interface Call {
  input: RequestInfo | URL
  init: RequestInit
  answer: PromiseWithResolvers<Response>
}

let waiting: Call[] = []

/** Fetch that sends the calls of the same moment as one request, where the contract lets them be joined. */
export function joinedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const isOwn = !(input instanceof Request) && isJoinable(new URL(input, location.origin), init)
  if (!isOwn) return fetch(input, init)
  const answer = Promise.withResolvers<Response>()
  init.signal?.addEventListener('abort', () => answer.reject(init.signal?.reason))
  if (waiting.length === 0) afterThisTask(sendWaiting)
  waiting.push({ input, init, answer })
  return answer.promise
}

const isJoinable = ({ origin, pathname }: URL, { method = 'GET', body }: RequestInit): boolean =>
  origin === location.origin && mayBeJoined(method, pathname) && (body == null || typeof body === 'string')

/** A message, not a timer: browsers delay the timers of hidden pages. */
function afterThisTask(run: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', run, { once: true })
  port1.start()
  port2.postMessage(null)
}

function sendWaiting(): void {
  const calls = waiting.filter(({ init }) => !init.signal?.aborted)
  waiting = []
  for (let from = 0; from < calls.length; from += maxJoinedCalls)
    void sendJoined(calls.slice(from, from + maxJoinedCalls))
}

const sendAlone = ({ input, init, answer }: Call): void => answer.resolve(fetch(input, init))

async function sendJoined(calls: readonly Call[]): Promise<void> {
  const [credentials, ...others] = calls.map(credentialsOf)
  // They differ where the token was renewed in this moment.
  const isOneCaller = others.every(({ authorization }) => authorization === credentials?.authorization)
  if (!credentials || others.length === 0 || !isOneCaller) return calls.forEach(sendAlone)
  try {
    const response = await fetch('/api/calls', {
      method: 'POST',
      headers: { ...credentials, 'content-type': 'application/json' },
      body: JSON.stringify({ calls: calls.map(toJoinedCall) }),
    })
    // A node of the former version, during an upgrade.
    if (response.status === 404) return calls.forEach(sendAlone)
    await (response.ok && response.body ? readAnswers(response.body, calls) : refuseAll(response, calls))
    throw new TypeError('The response ended early.')
  } catch (error) {
    // Without effect on calls that were answered.
    for (const { answer } of calls) answer.reject(error)
  }
}

function credentialsOf({ init }: Call) {
  const headers = new Headers(init.headers)
  return { authorization: headers.get('authorization') ?? '', apikey: headers.get('apikey') ?? '' }
}

function toJoinedCall({ input, init }: Call): JoinedCall {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input, location.origin)
  return {
    method: init.method === 'POST' ? 'POST' : 'GET',
    path: pathname + search,
    headers: Object.fromEntries(new Headers(init.headers)),
    body: typeof init.body === 'string' ? init.body : null,
  }
}

async function readAnswers(body: ReadableStream<Uint8Array<ArrayBuffer>>, calls: readonly Call[]): Promise<void> {
  for await (const data of readEventData(body)) {
    const { call: at, status, headers, body: text } = JoinedAnswer.parse(parseJson(data))
    const call = calls[at]
    if (call && status === 413) sendAlone(call)
    else call?.answer.resolve(new Response(status === 204 ? null : text, { status, headers }))
  }
}

/** The server has refused all of them, e.g. because the token has expired. */
async function refuseAll(response: Response, calls: readonly Call[]): Promise<void> {
  const text = await response.text()
  const { status, headers } = response
  for (const { answer } of calls) answer.resolve(new Response(text, { status, headers }))
}
