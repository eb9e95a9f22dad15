import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../server/config.ts'
import { mayHaveStoredSettings } from '../../server/doctor/read-settings.ts'
import { describeUnusedModel } from '../../server/vendors/language-model/find-language-models.ts'

export const sandboxFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'sandbox')

/** Sentences for who has started the server: what it does not use, or what it may use by mistake. */
export async function describeInstallation(config: Config): Promise<string[]> {
  const { dataDir, model, sandboxUrl } = config
  // A model of the page is in the database, which does not run yet: the doctor reads it, and says the same.
  const usesModel = model !== null || mayHaveStoredSettings(config)
  const unusedModel = usesModel ? null : await describeUnusedModel(process.env)
  const hasDemo = sandboxUrl === null && existsSync(sandboxFolder(config))
  return [
    ...(hasDemo
      ? [`${dataDir} holds the demo of an earlier start; set DATA_DIR to begin with an empty database.`]
      : []),
    ...(unusedModel === null ? [] : [`${unusedModel}.`]),
  ]
}
