import type { z } from 'zod'
import type { Context } from '../events.ts'
import type { Rendered } from '../model.ts'
import { readParams } from './params.ts'

/** One call of the API. `account` is its key, `now` is the sandbox's own present in Unix seconds; what belongs to a test clock has its own (`nowOf`). */
export type Call = Context & { now: number; account: string }

export type Method = 'GET' | 'POST' | 'DELETE'

export type Route = {
  method: Method
  /** As `/v1/customers/:customer`. */
  path: string
  /** What a restricted key must have a right to: reading for GET, writing for all else. */
  resource: string
} & (
  | { lists: false; run: (call: Call, params: unknown, ids: readonly string[]) => Rendered }
  | { lists: true; run: (call: Call, params: unknown) => Rendered[] }
)

/** A call that answers one object. The schema is of form values (`params.ts`); `expand` need not be in it. */
export function route<T>(
  [method, path]: [Method, string],
  resource: string,
  schema: z.ZodType<T>,
  run: (call: Call, params: T, ...ids: string[]) => Rendered,
): Route {
  return {
    method,
    path,
    resource,
    lists: false,
    run: (call, params, ids) => run(call, readParams(schema, params), ...ids),
  }
}

/** A call that answers a list, newest first: all of it, as the frame cuts it by `limit` and the cursors, which need not be in the schema. */
export function listRoute<T>(
  path: string,
  resource: string,
  schema: z.ZodType<T>,
  run: (call: Call, params: T) => Rendered[],
): Route {
  return {
    method: 'GET',
    path,
    resource,
    lists: true,
    run: (call, params) => run(call, readParams(schema, params)),
  }
}
