import { systemClock, type Clock } from '../../server/clock.ts'
import { ConfigError, readConfig, type Config } from '../../server/config.ts'
import { describeDataDirError, StartupError } from '../../server/startup-error.ts'
import { checkDatabase } from './check-database.ts'
import { checkEntra } from './check-entra.ts'
import { checkMachine } from './check-machine.ts'
import { checkModel } from './check-model.ts'
import { checkServices } from './check-services.ts'
import { checkSmtp } from './check-smtp.ts'
import { checkWebhook } from './check-webhook.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

/** Reads the settings and runs every check. A check that breaks reports that, and does not stop the others. */
export function runDoctor(env: Record<string, string | undefined>, clock: Clock = systemClock): Promise<Finding[]> {
  try {
    return examine(readConfig(env), clock)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return Promise.resolve(
      error.problems.map((problem) =>
        failure(
          'settings',
          problem,
          'Correct this setting in .env or in the environment; docs/settings.md explains it.',
        ),
      ),
    )
  }
}

/** All checks of a valid configuration. */
export async function examine(given: Config, clock: Clock): Promise<Finding[]> {
  const isSandboxDown = given.sandboxUrl !== null && !(await responds(given.sandboxUrl))
  const config = isSandboxDown ? withoutSandbox(given) : given
  const checks: [string, (config: Config, clock: Clock) => Promise<Finding[]>][] = [
    ['machine', checkMachine],
    // Their findings concern the settings, whether or not the sandbox runs.
    ['database', (_config, now) => checkDatabase(given, now)],
    ['Microsoft', checkEntra],
    ['new email', () => checkWebhook(given)],
    ['services', checkServices],
    ['email', checkSmtp],
    ['language model', (checked) => checkModel(checked)],
  ]
  const found = await Promise.all(
    checks.map(([name, check]) =>
      check(config, clock).catch((error: unknown) => [
        describeBrokenCheck(name, describeDataDirError(error, config.dataDir)),
      ]),
    ),
  )
  const where = config.production ? 'production' : 'this machine only (NODE_ENV is not production)'
  const sandbox = isSandboxDown
    ? [warning('sandbox', 'does not run: what uses it was not checked', 'npm start and npm run sandbox start it.')]
    : []
  return [ok('settings', `valid, for ${where}`), ...sandbox, ...found.flat()]
}

function describeBrokenCheck(name: string, error: unknown): Finding {
  if (error instanceof StartupError)
    return failure(name, error.message, 'Correct this; docs/troubleshooting.md lists the causes.')
  return failure(name, `the check failed: ${error instanceof Error ? error.message : String(error)}`, 'Report this.')
}

const responds = (url: string): Promise<boolean> =>
  fetch(`${url}/control/info`, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok: isOk }) => isOk,
    () => false,
  )

function withoutSandbox(config: Config): Config {
  const real = <Service extends { clientId: string }>(service: Service | null): Service | null =>
    service?.clientId.startsWith('mailroom-sandbox') ? null : service
  return {
    ...config,
    microsoft: real(config.microsoft),
    google: real(config.google),
    dropbox: real(config.dropbox),
    onedrive: real(config.onedrive),
    teamleader: real(config.teamleader),
    stripe: config.stripe?.mode === 'sandbox' ? null : config.stripe,
    smtp: config.smtp?.url.startsWith('smtp://127.0.0.1') ? null : config.smtp,
  }
}
