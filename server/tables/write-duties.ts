import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Claims, Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { RawCall } from '../http/routing/route.ts'
import { RestError } from './parse/rest-error.ts'
import type { TableRequest } from './request/table-request.ts'

/** Who writes, and from where. */
interface Writer {
  user: { userId: string; sessionId: string }
  from: Pick<RawCall, 'request' | 'ip'>
}

/**
 * What a write to a table has to do beside it, as the function that writes the same does. Runs in the transaction of
 * the write, after it, and sees what was written: an error rolls it back.
 * @returns what to do after the commit
 */
type WriteDuties = (ctx: Context, tx: Tx, writer: Writer) => Promise<() => Promise<void>>

/** By table. The module that owns a table gives its duties (`server/app.ts`). */
export type TableWriteDuties = Readonly<Partial<Record<string, WriteDuties>>>

const Identity = z.object({ sub: z.uuid(), session_id: z.uuid() })

/** The duties of this request; null for a read, a write that is rolled back, and where no user writes. */
export function dutiesOf(
  duties: TableWriteDuties,
  { method, table, preferences }: TableRequest,
  claims: Claims,
  from: Writer['from'],
): ((ctx: Context, tx: Tx) => Promise<() => Promise<void>>) | null {
  const found = Object.hasOwn(duties, table) ? duties[table] : undefined
  const identity = Identity.safeParse(claims)
  const isWrite = method === 'POST' || method === 'PATCH' || method === 'DELETE'
  if (!found || !isWrite || preferences.tx === 'rollback' || !identity.success) return null
  const { sub: userId, session_id: sessionId } = identity.data
  return async (ctx, tx) => {
    try {
      return await found(ctx, tx, { user: { userId, sessionId }, from })
    } catch (error) {
      throw error instanceof AppError ? new RestError(error.status, error.code, error.message) : error
    }
  }
}
