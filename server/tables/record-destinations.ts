import { z } from 'zod'
import type { Context } from '../context.ts'
import { recordAuditEvent } from '../db/audit-log.ts'
import type { Claims } from '../db/claims.ts'
import type { RawCall } from '../http/route.ts'
import { maxAuditedDestinations } from '../limits.ts'
import type { TableRequest } from './table-request.ts'

const Written = z.object({
  config: z.object({ destination_email: z.string().optional(), baseFolderPath: z.string().optional() }).optional(),
})
const Identity = z.object({ sub: z.uuid(), session_id: z.uuid() })

/**
 * Records in the audit log where the actions that a client has written send mail or store files. The function
 * `email-actions` records its own.
 */
export async function recordDestinations(
  ctx: Pick<Context, 'clock' | 'db'>,
  claims: Claims,
  { method, table, preferences, body }: TableRequest,
  { response, call }: { response: Response; call: RawCall },
): Promise<void> {
  if (table !== 'email_folder_actions' || (method !== 'POST' && method !== 'PATCH')) return
  const matchedNoRow = method === 'PATCH' && response.headers.get('content-range')?.startsWith('*') === true
  const identity = Identity.safeParse(claims)
  if (preferences.tx === 'rollback' || matchedNoRow || !identity.success) return
  const { sub: userId, session_id: sessionId } = identity.data
  for (const detail of destinationsIn(body))
    await recordAuditEvent(ctx, { userId, sessionId, action: 'action_set_up', detail }, call)
}

function destinationsIn(body: Buffer): string[] {
  const parsed: unknown = JSON.parse(body.toString('utf8'))
  const configs = (Array.isArray(parsed) ? parsed : [parsed]).map((row) => Written.safeParse(row).data?.config)
  const found = configs.flatMap((config) => [config?.destination_email ?? '', config?.baseFolderPath ?? ''])
  return [...new Set(found.filter((destination) => destination !== ''))].slice(0, maxAuditedDestinations)
}
