import type { z } from 'zod'
import type { StripeContext } from '../emit-event.ts'
import type { Rendered } from '../stripe-objects.ts'
import { readParams } from './param-schemas.ts'

/**
 * One API request. `account` is its key; `now` is the sandbox's time in Unix seconds. Objects with a test clock use the
 * clock's time (`nowOfClock`).
 */
export type ApiCall = StripeContext & { now: number; account: string }

type Method = 'GET' | 'POST' | 'DELETE'

export type Route = {
  method: Method
  /** For example `/v1/customers/:customer`. */
  path: string
  /** Resource of the permission that a restricted key needs: read for GET, write for other methods. */
  resource: string
} & (
  | { isList: false; run: (call: ApiCall, params: unknown, ids: readonly string[]) => Rendered }
  | { isList: true; run: (call: ApiCall, params: unknown) => Rendered[] }
)

/** Route that returns one object. The schema is for form values (`param-schemas.ts`) and does not contain `expand`. */
export function route<T>(
  [method, path]: [Method, string],
  resource: string,
  schema: z.ZodType<T>,
  run: (call: ApiCall, params: T, ...ids: string[]) => Rendered,
): Route {
  return {
    method,
    path,
    resource,
    isList: false,
    run: (call, params, ids) => run(call, readParams(schema, params), ...ids),
  }
}

/**
 * Route that returns a whole list, newest first. `paginate` applies `limit` and the cursors, which the schema does not
 * contain.
 */
export function listRoute<T>(
  path: string,
  resource: string,
  schema: z.ZodType<T>,
  run: (call: ApiCall, params: T) => Rendered[],
): Route {
  return {
    method: 'GET',
    path,
    resource,
    isList: true,
    run: (call, params) => run(call, readParams(schema, params)),
  }
}
