import { existsSync } from 'node:fs'
import { type Config, ConfigError, readEnvironment } from '../server/config.ts'
import { buildPage } from './lib/build-page.ts'
import { describeInstallation } from './lib/describe-installation.ts'
import { stripSources } from './lib/stripped-sources.mjs'

/**
 * `npm start`: builds the page where it is not built, and starts what the settings name. The server alone takes the
 * place of this process; beside the sandbox it is a child process. `--fresh` deletes the embedded database and the
 * sandbox's state first; `--days 3` prepares less history of the demo than two weeks.
 */
const config = readConfigOrExit()
if (config.sandboxPort !== null && !existsSync('packages/sandbox'))
  fail('SANDBOX: a release has no sandbox; clone the repository to try it')
if (process.argv.includes('--fresh')) await startOverOrExit(config)
if (!buildPage()) fail('The page could not be built, see above.')
const canReplace = process.execve !== undefined && process.platform !== 'win32'
if (config.sandboxUrl === null && canReplace && !process.argv.includes('--watch')) {
  for (const line of await describeInstallation(config)) process.stdout.write(`${line}\n`)
  process.stdout.write('Starting the database and the server …\n')
  process.removeAllListeners('warning')
  stripSources()
  // run.mjs knows the options of the server.
  process.execve?.(process.execPath, [process.execPath, 'scripts/run.mjs', 'server/main.ts'], process.env)
}
await import('./start-programs.ts')

async function startOverOrExit(settings: Config): Promise<void> {
  const { startOver, StartOverRefused } = await import('./lib/start-over.ts')
  try {
    const deleted = await startOver(settings)
    process.stdout.write(`${deleted.length > 0 ? deleted.join('\n') : 'There is nothing to delete.'}\n`)
  } catch (error) {
    if (error instanceof StartOverRefused) fail(error.message)
    throw error
  }
}

function readConfigOrExit(): Config {
  try {
    return readEnvironment()
  } catch (error) {
    if (error instanceof ConfigError) fail(error.problems.join('\n'))
    throw error
  }
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
