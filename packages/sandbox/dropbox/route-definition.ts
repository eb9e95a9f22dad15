import type { z } from 'zod'
import type { Account } from './accounts.ts'
import { badCall } from './errors.ts'
import type { DropboxSandbox, Grant } from './state.ts'

/** An authorized call of a route. */
export type Call = {
  sandbox: DropboxSandbox
  account: Account
  grant: Grant
  /** The file of an `upload` route. */
  body: ReadableStream<Uint8Array> | null
}

/** `rpc`: JSON in the body. `upload`, `download`: JSON in a header, and a file in the request or response body. */
type Style = 'rpc' | 'upload' | 'download'

export type Route = {
  /** Such as `files/get_metadata`. */
  name: string
  style: Style
  scope: string | null
  takesArg: boolean
  /** The JSON of the response, or the response. */
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

/** @throws CallError 400 as plain text with the name of the field */
function readArg<Arg>(schema: z.ZodType<Arg>, value: unknown, name: string, style: Style): Arg {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const issue = read.error.issues[0]
  const where = style === 'rpc' ? 'request body' : 'HTTP header "Dropbox-API-Arg"'
  const field = issue?.path.length ? `${issue.path.join('.')}: ` : ''
  const problem = issue?.code === 'unrecognized_keys' ? `unknown field '${issue.keys[0]}'` : issue?.message
  throw badCall(name, `${where}: ${field}${problem ?? 'not readable'}`)
}
