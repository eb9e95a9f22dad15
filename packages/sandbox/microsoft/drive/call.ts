import type { Context } from 'hono'
import type { z } from 'zod'
import { originOf } from '../../kit/origin.ts'
import { readJson, readStrictly } from '../../kit/strict.ts'
import type { World } from '../../kit/world.ts'
import { ownMailbox, tokenOf } from '../graph/authorize.ts'
import { GraphError } from '../graph/errors.ts'
import { problemOf } from '../graph/handle.ts'
import { invalidRequest } from './errors.ts'
import { idsOf, refusal } from './gate.ts'
import type { View } from './render.ts'
import { driveOf } from './state.ts'

export type DriveCall = View & { c: Context; query: URLSearchParams }

export type DriveAnswer = {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

/** One call over Graph's host: who calls and may, then the work, then its answer or refusal with ids of the call. */
export async function answerDrive(
  world: World,
  c: Context,
  work: (call: DriveCall) => DriveAnswer | Promise<DriveAnswer>,
): Promise<Response> {
  const ids = idsOf(c)
  try {
    const { status, body, headers = {} } = await work(callOf(world, c))
    const init = { status, headers: { ...ids, ...headers } }
    return body === undefined ? new Response(null, init) : Response.json(body, init)
  } catch (error) {
    return refusal(world, c, problemOf(error), ids)
  }
}

/** @throws GraphError: 401 without a token that works, 403 without a right to files, 404 without a licence */
function callOf(world: World, c: Context): DriveCall {
  const token = tokenOf(world, c.req.header('authorization') ?? null)
  const { account } = ownMailbox(world, token, null)
  const rights = c.req.method === 'GET' ? ['Files.Read', 'Files.ReadWrite'] : ['Files.ReadWrite']
  if (!rights.some((right) => token.scopes.has(right))) throw new GraphError(403, 'accessDenied', 'Access denied.')
  if (account.kind === 'inactive') throw new GraphError(404, 'ResourceNotFound', "User's mysite not found.")
  const query = new URL(c.req.url).searchParams
  return { world, c, account, drive: driveOf(world, account.email), origin: originOf(world, c.req.url), query }
}

/** @throws GraphError 400 for a body that is no JSON, or not of the schema */
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
