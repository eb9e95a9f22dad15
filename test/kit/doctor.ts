import { runDoctor } from '../../server/doctor/run-doctor.ts'
import { systemClock } from '../../server/clock.ts'
import { databaseAddress } from './database-address.ts'
import { signUp } from './outlook.ts'
import { appOfFile } from './start-app.ts'
import { testSecrets } from './test-secrets.ts'

/** An app with a user, and what the doctor finds with its settings. */
export async function doctorOfFile() {
  const app = await appOfFile()
  await signUp(app)
  /** A set-up without errors, apart from `changes`. */
  const settings = (changes: Record<string, string> = {}) => ({
    SANDBOX_URL: app.sandbox.url,
    PUBLIC_URL: app.url,
    PORT: new URL(app.url).port,
    DATABASE_URL: databaseAddress(app.database.owner),
    ...testSecrets,
    ...changes,
  })
  /** As the terminal shows them. */
  const linesOf = async (env: Record<string, string>, clock = systemClock) =>
    (await runDoctor(env, clock)).map(
      ({ level, check, text, remedy }) => `${level} ${check}: ${text} → ${remedy ?? ''}`,
    )
  return { app, settings, linesOf }
}
