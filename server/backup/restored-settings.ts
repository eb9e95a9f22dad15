import type { Client } from 'pg'
import { OperatorSetting } from '../../contract/operator-settings.ts'
import { systemClock } from '../clock.ts'
import { transactionOf } from '../db/database.ts'
import { createSealer } from '../sealed.ts'
import type { Secrets } from '../secrets.ts'
import { saveOperatorSettings } from '../shared/operator-settings.ts'

/** The page cannot change the environment: it saves the settings of a backup as an operator would. */
export const isRestoredByPage = (name: string): boolean => OperatorSetting.safeParse(name).success

/**
 * @param client in a transaction as service
 * @param missing of `openBackup`
 */
export async function saveRestoredSettings(
  client: Client,
  { encryptionKeys }: Pick<Secrets, 'encryptionKeys'>,
  missing: Readonly<Record<string, string>>,
): Promise<void> {
  const values = Object.fromEntries(Object.entries(missing).filter(([name]) => isRestoredByPage(name)))
  if (Object.keys(values).length === 0) return
  const ctx = { clock: systemClock, sealer: createSealer(encryptionKeys) }
  await saveOperatorSettings(transactionOf(client), ctx, null, values)
}
