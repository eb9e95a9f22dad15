import type { z } from 'zod'
import { readJson, readStrictly } from '../../kit/read-strictly.ts'
import type { GraphCall } from './graph-call.ts'
import { badRequest, requestBodyRead } from './errors.ts'

/** The validated body of a call. @throws GraphError */
export function bodyOf<T>(call: GraphCall, schema: z.ZodType<T>, type: string): T {
  const { headers, body } = call.request
  if (!/^application\/json\b/i.test(headers.get('content-type') ?? '')) {
    throw requestBodyRead('A content-type of application/json is expected for this request body.')
  }
  const json = readJson(body)
  if (!json.ok) throw badRequest(json.problem)
  const read = readStrictly(schema, json.value, type)
  if (!read.ok) throw requestBodyRead(read.problem)
  return read.value
}

/** The same for actions whose body is optional. */
export function optionalBodyOf<T>(call: GraphCall, schema: z.ZodType<T>, type: string, empty: T): T {
  return call.request.body.byteLength === 0 ? empty : bodyOf(call, schema, type)
}
