import { z } from 'zod'
import type { Context } from '../context.ts'
import { recordAuditEvent } from '../db/audit-log.ts'
import type { Claims } from '../db/claims.ts'
import type { RawCall } from '../http/route.ts'
import { maxAuditedDestinations } from '../limits.ts'
import { throwRestError } from './rest-error.ts'
import type { TableRequest } from './table-request.ts'
import { parseJsonBody } from './write-payload.ts'

const Written = z.object({ config: z.record(z.string(), z.unknown()) })
const Identity = z.object({ sub: z.uuid(), session_id: z.uuid() })

/**
 * Where the actions that a client configures send mail or store files; null where none does. It is read before the
 * write, in the same way, so that no body is written whose destinations cannot be recorded.
 * @throws RestError where there are more than one request may record
 */
export function destinationsIn({
  method,
  table,
  body,
}: Pick<TableRequest, 'method' | 'table' | 'body'>): (string | null)[] {
  if (table !== 'email_folder_actions' || (method !== 'POST' && method !== 'PATCH')) return []
  const rows = rowsIn(body)
  const configs = rows
    .map((row) => Written.safeParse(row).data?.config ?? {})
    .filter((config) => Object.keys(config).length > 0)
  const found = configs.flatMap(({ destination_email, baseFolderPath }) => [destination_email, baseFolderPath])
  const texts = found.filter((value) => typeof value === 'string')
  const destinations = [...new Set(texts.filter((text) => text !== ''))]
  if (destinations.length > maxAuditedDestinations)
    throwRestError(400, '54000', `A request may name at most ${maxAuditedDestinations} destinations`)
  return destinations.length === 0 && configs.length > 0 ? [null] : destinations
}

/** None of a body that is not JSON, which the write refuses. */
function rowsIn(body: Buffer): unknown[] {
  try {
    const parsed = parseJsonBody(body)
    return Array.isArray(parsed) ? parsed : [parsed]
  } catch {
    return []
  }
}

/** Records the configuration in the audit log, with each destination. The function `email-actions` records its own. */
export async function recordDestinations(
  ctx: Pick<Context, 'clock' | 'db'>,
  destinations: readonly (string | null)[],
  { method, preferences }: TableRequest,
  { claims, response, call }: { claims: Claims; response: Response; call: RawCall },
): Promise<void> {
  const matchedNoRow = method === 'PATCH' && response.headers.get('content-range')?.startsWith('*') === true
  const identity = Identity.safeParse(claims)
  if (preferences.tx === 'rollback' || matchedNoRow || !identity.success) return
  const { sub: userId, session_id: sessionId } = identity.data
  for (const detail of destinations)
    await recordAuditEvent(ctx, { userId, sessionId, action: 'action_set_up', detail }, call)
}
