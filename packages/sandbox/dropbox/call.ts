import type { z } from 'zod'
import type { World } from '../kit/world.ts'
import type { Account } from './accounts.ts'
import { badCall } from './errors.ts'
import type { Family } from './state.ts'

/** One call to a route, by somebody who may make it. */
export type Call = {
  world: World
  account: Account
  family: Family
  /** What is sent with an `upload` route. */
  body: ReadableStream<Uint8Array> | null
}

/** `rpc`: JSON in the body. `upload`, `download`: JSON in a header, a file in the body of the call or of the answer. */
export type Style = 'rpc' | 'upload' | 'download'

export type Route = {
  /** As messages name it: `files/get_metadata`. */
  name: string
  style: Style
  scope: string | null
  takesArg: boolean
  /** What is answered as JSON, or the whole answer. */
  answer: (call: Call, arg: unknown) => unknown
}

type Declared<Arg> = {
  name: string
  style: Style
  scope: string | null
  arg: z.ZodType<Arg>
  run: (call: Call, arg: Arg) => unknown
}

export function route<Arg>({ name, style, scope, arg: schema, run }: Declared<Arg>): Route {
  return { name, style, scope, takesArg: true, answer: (call, arg) => run(call, readArg(schema, arg, name, style)) }
}

/** @throws CallError 400 in plain text, naming the field */
function readArg<Arg>(schema: z.ZodType<Arg>, value: unknown, name: string, style: Style): Arg {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  const where = style === 'rpc' ? 'request body' : 'HTTP header "Dropbox-API-Arg"'
  const field = issue?.path.length ? `${issue.path.join('.')}: ` : ''
  const problem = issue?.code === 'unrecognized_keys' ? `unknown field '${issue.keys[0]}'` : issue?.message
  throw badCall(name, `${where}: ${field}${problem ?? 'not readable'}`)
}
