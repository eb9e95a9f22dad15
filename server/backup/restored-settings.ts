import { OperatorSetting } from '../../contract/operator-settings.ts'
import { systemClock } from '../clock.ts'
import type { ConnectionSettings } from '../db/connection/connection.ts'
import { openDatabase } from '../db/database.ts'
import { createSealer } from '../sealed.ts'
import type { Secrets } from '../secrets.ts'
import { saveOperatorSettings } from '../shared/operator-settings.ts'

/** The page cannot change the environment: it saves the settings of a backup as an operator would. */
export const isRestoredByPage = (name: string): boolean => OperatorSetting.safeParse(name).success

/** @param missing of `openBackup` */
export async function saveRestoredSettings(
  server: ConnectionSettings,
  { encryptionKeys }: Pick<Secrets, 'encryptionKeys'>,
  missing: Readonly<Record<string, string>>,
): Promise<void> {
  const values = Object.fromEntries(Object.entries(missing).filter(([name]) => isRestoredByPage(name)))
  if (Object.keys(values).length === 0) return
  await using db = await openDatabase({ connection: server, maxConnections: 1, onError: () => undefined })
  const ctx = { clock: systemClock, sealer: createSealer(encryptionKeys) }
  await db.asService((tx) => saveOperatorSettings(tx, ctx, null, values))
}
