import { existsSync } from 'node:fs'
import path from 'node:path'
import { openOwner } from '../backup/open-owner.ts'
import { readConfig, type Config } from '../config.ts'
import { loadSecrets } from '../secrets.ts'
import { readMergedSettings, usesStoredSettings } from '../settings/merge-settings.ts'
import { failure, type Finding } from './finding.ts'

/** Whether an operator may have entered settings on the page: there is a database, and a node would use them. */
export const mayHaveStoredSettings = (environment: Config): boolean =>
  usesStoredSettings(environment) &&
  (environment.databaseUrl !== null || existsSync(path.join(environment.dataDir, 'postgres')))

/** The settings that a node would work with: those of the environment and of the page. */
export async function readSettings(
  env: Record<string, string | undefined>,
): Promise<{ config: Config; findings: Finding[] }> {
  const environment = readConfig(env)
  if (!mayHaveStoredSettings(environment)) return { config: environment, findings: [] }
  try {
    await using database = await openOwner(environment)
    const secrets = await loadSecrets(environment)
    const { config, problems } = await readMergedSettings(environment, secrets, database.owner)
    return { config, findings: problems.map((line) => failure('settings of the page', line, remedy)) }
  } catch {
    // The check of the database says what is wrong with it.
    return { config: environment, findings: [] }
  }
}

const remedy = 'Correct it on the page Set up (/operator/set-up); until then the environment applies alone.'
