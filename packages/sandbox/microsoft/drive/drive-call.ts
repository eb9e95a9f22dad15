import type { Context } from 'hono'
import type { z } from 'zod'
import { originOf } from '../../kit/origin.ts'
import { readJson, readStrictly } from '../../kit/read-strictly.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { ownMailbox, tokenOf } from '../graph/authorize.ts'
import { GraphError } from '../graph/errors.ts'
import { problemOf } from '../graph/handle-call.ts'
import { invalidRequest } from './errors.ts'
import { idsOf, refusal } from './onedrive-faults.ts'
import type { View } from './render-item.ts'
import { driveOf } from './state.ts'

export type DriveCall = View & { c: Context; query: URLSearchParams }

export type DriveAnswer = {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/** Handles a call: authorizes it, runs `work`, and responds with the ids of the call. */
export async function answerDrive(
  sandbox: MicrosoftSandbox,
  c: Context,
  work: (call: DriveCall) => DriveAnswer | Promise<DriveAnswer>,
): Promise<Response> {
  const ids = idsOf(c)
  try {
    const { status, body, headers = {} } = await work(callOf(sandbox, c))
    const init = { status, headers: { ...ids, ...headers } }
    return body === undefined ? new Response(null, init) : Response.json(body, init)
  } catch (error) {
    return refusal(sandbox, c, problemOf(error), ids)
  }
}

/** @throws GraphError 401 without a valid token, 403 without a files scope, 404 without a licence */
function callOf(sandbox: MicrosoftSandbox, c: Context): DriveCall {
  const token = tokenOf(sandbox, c.req.header('authorization') ?? null)
  const { account } = ownMailbox(sandbox, token, null)
  const rights = c.req.method === 'GET' ? ['Files.Read', 'Files.ReadWrite'] : ['Files.ReadWrite']
  if (!rights.some((right) => token.scopes.has(right))) throw new GraphError(403, 'accessDenied', 'Access denied.')
  if (account.kind === 'inactive') throw new GraphError(404, 'ResourceNotFound', "User's mysite not found.")
  const query = new URL(c.req.url).searchParams
  return { sandbox, c, account, drive: driveOf(sandbox, account.email), origin: originOf(sandbox, c.req.url), query }
}

/** @throws GraphError 400 for a body that is not JSON or does not match the schema */
export async function bodyIn<T>({ c }: DriveCall, schema: z.ZodType<T>, type: string): Promise<T> {
  const json = readJson(new Uint8Array(await c.req.arrayBuffer()))
  if (!json.ok) throw invalidRequest(json.problem)
  const read = readStrictly(schema, json.value, type)
  if (!read.ok) throw invalidRequest(read.problem)
  return read.value
}

export function contextOf({ origin, account }: View, what: string): string {
  return `${origin}/graph.microsoft.com/v1.0/$metadata#users('${encodeURIComponent(account.email)}')/${what}`
}
