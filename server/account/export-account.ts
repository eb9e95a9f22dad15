import type { z } from 'zod'
import type { AccountExport } from '../../contract/functions/account-data.ts'
import { recordAuthEvent } from '../auth/audit-log/record-auth-event.ts'
import type { Context } from '../context.ts'
import type { Caller } from '../http/request/caller.ts'
import type { FunctionCall } from '../http/routing/route.ts'
import { personalTables, rowsOf, type PersonalTable } from './queries.ts'

/**
 * Exports everything stored about the user, table by table (GDPR, article 20). The audit event is recorded first, so
 * that the export contains it.
 */
export async function exportAccount(
  ctx: Pick<Context, 'config' | 'clock' | 'db'>,
  { userId, sessionId }: Caller,
  from: FunctionCall<unknown>['from'],
): Promise<z.input<typeof AccountExport>> {
  await ctx.db.asAccounts((tx) => recordAuthEvent(tx, ctx, { userId, sessionId, action: 'data_exported', call: from }))
  const all = await ctx.db.asService(personalTables)
  const isAccount = ({ schema }: PersonalTable): boolean => schema === 'auth'
  const parts = [
    await ctx.db.asAccounts((tx) => readAll(tx, all.filter(isAccount), userId)),
    await ctx.db.asService((tx) =>
      readAll(
        tx,
        all.filter((table) => !isAccount(table)),
        userId,
      ),
    ),
  ]
  return {
    product: ctx.config.productName,
    exportedAt: ctx.clock.now().toISOString(),
    tables: Object.fromEntries(parts.flat()),
  }
}

async function readAll(tx: Parameters<typeof rowsOf>[0], tables: PersonalTable[], userId: string) {
  const read: [name: string, rows: Awaited<ReturnType<typeof rowsOf>>][] = []
  for (const table of tables) read.push([`${table.schema}.${table.table}`, await rowsOf(tx, table, userId)])
  return read
}
