import { sql } from 'kysely'
import { OperatorSetting } from '../../contract/operator-settings.ts'
import type { Clock } from '../clock.ts'
import type { Tx } from '../db/database.ts'
import type { Sealer } from '../sealed.ts'

/** PostgreSQL channel: each node that receives a notification starts again. */
export const restartChannel = 'mailroom_restart'

/** Values that an operator entered on the page, by the name of the setting. */
export type StoredSettings = Readonly<Partial<Record<OperatorSetting, string>>>

export interface FoundSettings {
  values: StoredSettings
  /** Those that no configured key opens. */
  unreadable: OperatorSetting[]
  /** These are the former ones: the node could not start with what is stored. */
  hasFailed?: true
}

const sealContext = (name: string): string => `operator_settings.value/${name}`

/** @param tx as service */
export async function findOperatorSettings(tx: Tx, sealer: Pick<Sealer, 'open'>): Promise<FoundSettings> {
  const rows = await tx.selectFrom('app.operator_settings').select(['name', 'value_sealed']).orderBy('name').execute()
  const values: Partial<Record<OperatorSetting, string>> = {}
  const unreadable: OperatorSetting[] = []
  for (const row of rows) {
    // A newer program may have stored others.
    const name = OperatorSetting.safeParse(row.name).data
    if (name === undefined) continue
    const value = openOrNull(sealer, name, row.value_sealed)
    if (value === null) unreadable.push(name)
    else values[name] = value
  }
  return { values, unreadable }
}

function openOrNull(sealer: Pick<Sealer, 'open'>, name: string, sealed: string): string | null {
  try {
    return sealer.open(sealContext(name), sealed)
  } catch {
    return null
  }
}

/**
 * Saves settings; an empty value removes one. All nodes start again with them once the transaction commits.
 * @param tx as service
 */
export async function saveOperatorSettings(
  tx: Tx,
  { clock, sealer }: { clock: Clock; sealer: Pick<Sealer, 'seal'> },
  userId: string | null,
  changes: StoredSettings,
): Promise<void> {
  const changed = Object.entries(changes)
  const removed = changed.filter(([, value]) => value === '').map(([name]) => name)
  if (removed.length > 0) await tx.deleteFrom('app.operator_settings').where('name', 'in', removed).execute()
  const rows = changed
    .filter(([, value]) => value !== '')
    .map(([name, value]) => ({
      name,
      value_sealed: sealer.seal(sealContext(name), value),
      changed_at: clock.now(),
      changed_by: userId,
    }))
  if (rows.length > 0)
    await tx
      .insertInto('app.operator_settings')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((row) => ({
          value_sealed: row.ref('excluded.value_sealed'),
          changed_at: row.ref('excluded.changed_at'),
          changed_by: row.ref('excluded.changed_by'),
        })),
      )
      .execute()
  await restartNodes(tx)
}

/** All nodes start again once the transaction commits, one after the other. */
export async function restartNodes(tx: Tx): Promise<void> {
  await sql`select pg_notify(${restartChannel}, '')`.execute(tx)
}
