import type { Context } from 'hono'
import type { z } from 'zod'
import { ControlError } from './control-error.ts'
import { readJson, readStrictly } from './read-strictly.ts'

export async function readControl<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  const json = readJson(new Uint8Array(await c.req.arrayBuffer()))
  if (!json.ok) throw new ControlError(400, json.problem)
  const read = readStrictly(schema, json.value, 'body')
  if (!read.ok) throw new ControlError(400, read.problem)
  return read.value
}
