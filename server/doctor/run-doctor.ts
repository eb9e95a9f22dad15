import { systemClock, type Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { settingNames } from '../setting-fields.ts'
import { misspeltSettings } from '../misspelt-settings.ts'
import { describeDataDirError, StartupError } from '../startup-error.ts'
import { isSandboxDown, simulatedServices, withoutSandbox } from '../simulated-services.ts'
import { checkAddress } from './check-address.ts'
import { checkBackups } from './check-backups.ts'
import { checkCollector } from './check-collector.ts'
import { checkDatabase } from './check-database.ts'
import { checkEntra } from './check-entra.ts'
import { checkExpiry } from './check-expiry.ts'
import { checkMachine } from './check-machine.ts'
import { checkModel } from './check-model.ts'
import { checkServices } from './check-services.ts'
import { checkSmtp } from './check-smtp.ts'
import { checkVersion } from './check-version.ts'
import { checkWebhook } from './check-webhook.ts'
import { failure, ok, warning, type Finding } from './finding.ts'
import { readSettings } from './read-settings.ts'
import { problemsOf, withoutWrongSettings, type Environment } from './without-wrong-settings.ts'

/** Reads the settings and runs every check. A check that breaks reports that, and does not stop the others. */
export async function runDoctor(env: Environment, clock: Clock = systemClock): Promise<Finding[]> {
  const misspelt = misspeltSettings(Object.keys(env), settingNames).map((line) =>
    warning('settings', line, 'Correct its name in .env or in the environment.'),
  )
  const problems = problemsOf(env)
  if (problems.length === 0) {
    const { config, findings } = await readSettings(env)
    return [...misspelt, ...findings, ...(await examine(config, clock, env))]
  }
  const wrong = problems.map((problem) =>
    failure('settings', problem, 'Correct this setting in .env or in the environment; docs/settings.md explains it.'),
  )
  const { rest, isAbout } = withoutWrongSettings(env)
  const { config, findings } = await readSettings(rest)
  const others = [...findings, ...(await examine(config, clock, env))]
  return [...misspelt, ...wrong, ...others.filter((one) => one.check !== 'settings' && !isAbout(one))]
}

/** All checks of a valid configuration. @param env where programs of others are configured, as Ollama */
export async function examine(given: Config, clock: Clock, env: Environment = {}): Promise<Finding[]> {
  const isDown = await isSandboxDown(given)
  const config = isDown ? withoutSandbox(given) : given
  const checks: [string, (config: Config, clock: Clock) => Promise<Finding[]>][] = [
    ['version', checkVersion],
    ['machine', checkMachine],
    ['address', checkAddress],
    ['backup', checkBackups],
    // Their findings concern the settings, whether or not the sandbox runs.
    ['database', (_config, now) => checkDatabase(given, now)],
    ['Microsoft', checkEntra],
    ['expiry', async (checked, now) => checkExpiry(checked, now)],
    ['new email', () => checkWebhook(given)],
    ['services', checkServices],
    ['email', checkSmtp],
    ['language model', (checked) => checkModel(checked, env)],
    ['traces and logs', checkCollector],
  ]
  const found = await Promise.all(
    checks.map(([name, check]) =>
      check(config, clock).catch((error: unknown) => [
        describeBrokenCheck(name, describeDataDirError(error, config.dataDir)),
      ]),
    ),
  )
  const where = config.production ? 'production' : 'this machine only (NODE_ENV is not production)'
  const sandbox = isDown
    ? [warning('sandbox', 'does not run: what uses it was not checked', 'npm start and npm run sandbox start it.')]
    : describeSandbox(given)
  return [ok('settings', `valid, for ${where}`), ...sandbox, ...found.flat()]
}

function describeSandbox(config: Config): Finding[] {
  const simulated = simulatedServices(config)
  if (simulated.length === 0) return []
  return [
    warning(
      'sandbox',
      `stands in for ${simulated.join(', ')}: nothing there is real`,
      'For real mailboxes set SANDBOX=false, and the settings of each service that you use.',
    ),
  ]
}

function describeBrokenCheck(name: string, error: unknown): Finding {
  if (error instanceof StartupError)
    return failure(name, error.message, 'Correct this; docs/troubleshooting.md lists the causes.')
  return failure(name, `the check failed: ${error instanceof Error ? error.message : String(error)}`, 'Report this.')
}
