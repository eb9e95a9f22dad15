import { existsSync } from 'node:fs'
import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findSandboxUsing } from '../../packages/sandbox/sandbox.ts'
import { sandboxFolder } from './describe-installation.ts'
import type { Config } from '../../server/config.ts'
import { sandboxSmtp } from '../../server/service-settings.ts'
import { dataFolder } from '../../server/db/embedded/cluster.ts'
import { findEmbeddedData } from '../../server/db/embedded/data-location.ts'
import { runningPostmaster } from '../../server/db/embedded/postmaster.ts'

/** Why an installation is not deleted. */
export class StartOverRefused extends Error {}

/**
 * Deletes the embedded database and the state of the sandbox, and nothing else: generated secrets and settings stay.
 * @returns a line for each folder that was deleted
 * @throws StartOverRefused where the database or a service is not the one of this machine, or one of them runs
 */
export async function startOver(config: Config): Promise<string[]> {
  const realServices = findRealServices(config)
  if (realServices.length > 0)
    throw new StartOverRefused(
      '--fresh deletes only the embedded database and the sandbox. ' +
        `These settings name others: ${realServices.join(', ')}.`,
    )
  return deleteLocalState(config)
}

/** The same without a look at the settings. @throws StartOverRefused where the database or the sandbox runs */
export async function deleteLocalState(config: Pick<Config, 'dataDir'>): Promise<string[]> {
  const database = await findEmbeddedData(config.dataDir)
  if (database !== null && database !== join(await realpath(config.dataDir), 'postgres'))
    throw new StartOverRefused(
      `--fresh deletes only in DATA_DIR, and the embedded database is in ${database}: delete that folder yourself.`,
    )
  if (database !== null && (await runningPostmaster(dataFolder(database))) !== null)
    throw new StartOverRefused(`The embedded database in ${database} runs: stop the server first.`)
  const sandbox = await findSandboxUsing(sandboxFolder(config))
  if (sandbox !== null) throw new StartOverRefused(`The sandbox at ${sandbox} runs: stop it first.`)
  const folders: [path: string, content: string][] = [
    [join(config.dataDir, 'postgres'), 'the embedded database'],
    [sandboxFolder(config), 'the state of the sandbox'],
  ]
  const deleted: string[] = []
  for (const [path, content] of folders) {
    if (!existsSync(path)) continue
    await rm(path, { recursive: true })
    deleted.push(`Deleted ${path} (${content}).`)
  }
  return deleted
}

/** The settings of this installation that name a database or a service outside of this machine. */
function findRealServices(config: Config): string[] {
  const { sandboxUrl, databaseUrl, microsoft, google, dropbox, onedrive, teamleader, stripe, smtp } = config
  const isReal = (url: string | undefined): boolean => url !== undefined && !url.startsWith(`${sandboxUrl}/`)
  const found: [setting: string, isNamed: boolean][] = [
    ['NODE_ENV=production', config.production],
    ['DATABASE_URL', databaseUrl !== null],
    ['SANDBOX_URL', sandboxUrl !== null && config.sandboxPort === null],
    ['MICROSOFT_CLIENT_ID', isReal(microsoft?.graphUrl)],
    ['GOOGLE_CLIENT_ID', isReal(google?.oauthUrl)],
    ['DROPBOX_CLIENT_ID', isReal(dropbox?.apiUrl)],
    ['ONEDRIVE_CLIENT_ID', isReal(onedrive?.graphUrl)],
    ['TEAMLEADER_CLIENT_ID', isReal(teamleader?.apiUrl)],
    ['STRIPE_SECRET_KEY', isReal(stripe?.apiUrl)],
    ['SMTP_URL', smtp !== null && (sandboxUrl === null || smtp.url !== sandboxSmtp(sandboxUrl))],
  ]
  const named = found.filter(([, isNamed]) => isNamed).map(([setting]) => setting)
  // Without a sandbox its mailboxes are real.
  return named.length === 0 && sandboxUrl === null ? ['SANDBOX=false'] : named
}
