import { decodeOnce } from '../../kit/decode-once.ts'
import type { MicrosoftSandbox } from '../state.ts'
import { ownMailbox, refuseScope, refuseUnavailable, tokenOf } from './authorize.ts'
import type { GraphAnswer, GraphCall, GraphRequest } from './graph-call.ts'
import { badRequest, GraphError } from './errors.ts'
import { readPreferences } from './preferences.ts'
import type { Found } from './router.ts'
import type { Throttle } from './throttle.ts'

export type Graph = {
  sandbox: MicrosoftSandbox
  find: (method: string, path: string) => Found
  throttle: Throttle
}

/** Facts about a call for the journal. */
export type Trace = { mailbox: string | null; concurrency: number }

/**
 * Handles a Graph call: route, token, user, scope, limits, and the route's own work. `around` runs inside the limits of
 * the mailbox, so that a delay by a fault counts as a running call.
 */
export async function handle(
  graph: Graph,
  request: GraphRequest,
  trace: Trace,
  around: (work: () => Promise<GraphAnswer>) => Promise<GraphAnswer>,
): Promise<GraphAnswer> {
  const { sandbox } = graph
  const { user, path, folder } = asMe(request.path)
  const { route, params: open } = graph.find(request.method, path)
  const params = folder === null ? open : { ...open, folder }
  refuseUnknownOptions(request)
  const prefer = { ...readPreferences(request.headers.get('prefer')), origin: request.origin }
  const token = tokenOf(sandbox, request.headers.get('authorization'))
  const mailbox = ownMailbox(sandbox, token, user)
  trace.mailbox = mailbox.account.email
  if (route.scopes) refuseScope(token, route.scopes)
  const call: GraphCall = { sandbox, request, params, token, mailbox, prefer }
  const work = async () => withPreferences(await route.run(call), prefer.applied)
  if (!route.mail) return around(work)

  refuseUnavailable(mailbox)
  if (mailbox.full && sandbox.config.fullMailboxFailsReads) {
    throw new GraphError(507, 'ErrorQuotaExceeded', "The user's mailbox is full.")
  }
  const [app, who] = [token.clientId, mailbox.tag]
  trace.concurrency = graph.throttle.enter(app, who, request.method === 'GET' ? 0 : request.body.byteLength)
  try {
    return await around(work)
  } finally {
    graph.throttle.leave(app, who)
  }
}

/** Rewrites `users/{user}/…` to `me/…`, and separates the folder of a message path. */
function asMe(path: string): { user: string | null; path: string; folder: string | null } {
  const own = /^users(?:\/([^/]+)|\((?:'|%27)([^']+?)(?:'|%27)\))(.*)$/i.exec(path)
  const short = (own ? `me${own[3] ?? ''}` : path).replace(/mailFolders\((?:'|%27)(.*?)(?:'|%27)\)/i, 'mailFolders/$1')
  const user = own ? decodeOnce(own[1] ?? own[2] ?? '') : null
  const found = /^me\/mailFolders\/([^/]+)\/(messages(?:\/|\().+)$/i.exec(short)
  const [folder, rest] = found?.slice(1) ?? []
  if (!folder || !rest || /^messages\/(?:microsoft\.graph\.)?delta(?:\(\))?$/i.test(rest)) {
    return { user, path: short, folder: null }
  }
  return { user, path: `me/${rest}`, folder: decodeOnce(folder) }
}

const OPTIONS = new Set([
  'select',
  'top',
  'skip',
  'filter',
  'orderby',
  'expand',
  'search',
  'count',
  'skiptoken',
  'deltatoken',
  'format',
])

function refuseUnknownOptions(request: GraphRequest): void {
  for (const name of request.query.keys()) {
    if (name.startsWith('$') && !OPTIONS.has(name.slice(1))) {
      throw badRequest(`The query parameter '${name}' is not supported.`)
    }
  }
}

function withPreferences(answer: GraphAnswer, applied: string[]): GraphAnswer {
  if (applied.length === 0) return answer
  return { ...answer, headers: { ...answer.headers, 'Preference-Applied': applied.join(', ') } }
}

export function problemOf(error: unknown): GraphError {
  if (error instanceof GraphError) return error
  process.emitWarning(error instanceof Error ? error : String(error))
  return new GraphError(500, 'ErrorInternalServerError', 'An internal server error occurred. The operation failed.')
}
