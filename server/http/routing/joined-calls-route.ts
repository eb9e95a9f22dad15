import type { Hono } from 'hono'
import { z } from 'zod'
import {
  type JoinedAnswer,
  type JoinedCall,
  maxJoinedAnswerLength,
  maxJoinedCalls,
  mayBeJoined,
} from '../../../contract/joined-calls.ts'
import type { Context } from '../../context.ts'
import { fail } from '../../errors.ts'
import { createConcurrencyLimiter } from '../../vendors/http/concurrency-limiter.ts'
import { readJson } from '../request/request-body.ts'
import { newRequestId } from '../request/request-id.ts'
import { toErrorResponse } from '../response/error-response.ts'
import { authenticate, functionBodyMaxBytes } from './mount-routes.ts'

const joinedPath = '/api/calls'
/** What a call says for itself; everything else (token, cookies, addresses of proxies) is of the request around it. */
const ownHeaders = ['accept', 'content-type', 'prefer', 'range', 'range-unit']
/** Joined requests of a caller that a node has in progress; the others wait. */
const maxConcurrency = 4

/** Only the server parses it: the page does not load the schema. */
const Input = z.strictObject({
  calls: z
    .strictObject({
      method: z.enum(['GET', 'POST']),
      path: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string().nullable(),
    })
    .refine(({ method, path }) => mayBeJoined(method, path.split('?', 1)[0] ?? ''))
    .array()
    .min(1)
    .max(maxJoinedCalls),
})

const limiter = createConcurrencyLimiter()

/**
 * `POST /api/calls`: the page's calls of the same moment as one request. The router serves each as if it were sent
 * alone, with its authentication, limits and metrics. The response is server-sent events, so that no answer waits for
 * another one.
 */
export function mountJoinedCalls(ctx: Context, app: Hono): void {
  app.post(joinedPath, async (c) => {
    const around = c.req.raw
    try {
      const { userId } = await authenticate(ctx, around.headers)
      const input = Input.safeParse(await readJson(around, functionBodyMaxBytes))
      if (!input.success) fail('invalid_input')
      const { calls } = input.data
      const answer = async (call: JoinedCall, index: number): Promise<JoinedAnswer> => {
        try {
          return await readAnswer(index, await app.fetch(requestOf(call, around), c.env))
        } catch (error) {
          return readAnswer(index, errorResponse(ctx, error))
        }
      }
      const events = await streamInTurn(userId, around.signal, () => calls.map(answer))
      return new Response(events, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
    } catch (error) {
      return errorResponse(ctx, error)
    }
  })
}

const errorResponse = (ctx: Context, error: unknown): Response =>
  toErrorResponse(ctx, error, { requestId: newRequestId(), method: 'POST', route: joinedPath })

function requestOf(call: JoinedCall, around: Request): Request {
  const headers = new Headers(around.headers)
  for (const name of [...ownHeaders, 'content-length', 'transfer-encoding']) headers.delete(name)
  for (const [name, value] of Object.entries(call.headers)) if (ownHeaders.includes(name)) headers.set(name, value)
  const { method, body } = call
  return new Request(new URL(call.path, around.url), { method, headers, body, signal: around.signal })
}

async function readAnswer(call: number, response: Response): Promise<JoinedAnswer> {
  const { status } = response
  const headers = Object.fromEntries(response.headers)
  const body = await response.text()
  // Answers stay in memory until the client has read them: it requests a large one alone.
  return body.length > maxJoinedAnswerLength
    ? { call, status: 413, headers, body: '' }
    : { call, status, headers, body }
}

/** Starts the calls when one of the caller's slots is free. They occupy it until the client has read the answers. */
function streamInTurn(
  caller: string,
  gone: AbortSignal,
  start: () => Promise<JoinedAnswer>[],
): Promise<ReadableStream<Uint8Array>> {
  return new Promise((resolve, reject) => {
    const work = (): Promise<void> =>
      new Promise((end) => {
        gone.addEventListener('abort', () => end())
        resolve(streamOf(start(), end))
      })
    limiter.run(caller, maxConcurrency, work).catch(reject)
  })
}

/** @param end called when the last answer was read, or the reader has gone */
function streamOf(answers: Promise<JoinedAnswer>[], end: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const pending = new Map(answers.entries())
  return new ReadableStream(
    {
      async pull(controller) {
        const answer = await Promise.race(pending.values())
        pending.delete(answer.call)
        controller.enqueue(encoder.encode(`data: ${JSON.stringify(answer)}\n\n`))
        if (pending.size > 0) return
        controller.close()
        end()
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  )
}
