import { existsSync } from 'node:fs'

/** Whether the sandbox stands in for services without settings. Used by `config.ts` and `setting-combinations.ts`. */

const isInstalled = existsSync(new URL('../packages/sandbox', import.meta.url))

/** OAuth client of all sandbox services (docs/sandbox.md). */
export const sandboxClient = { clientId: 'mailroom-sandbox', clientSecret: 'mailroom-sandbox-secret' }
/** The only key that the sandbox accepts (docs/sandbox.md). */
export const sandboxStripeKey = 'sk_test_mailroom_sandbox'

/**
 * The settings that configure a service which the sandbox can stand in for. A language model is not one of them: it
 * can be tried with the demo.
 */
const serviceSettings = [
  'MICROSOFT_CLIENT_ID',
  'GOOGLE_CLIENT_ID',
  'DROPBOX_CLIENT_ID',
  'ONEDRIVE_CLIENT_ID',
  'TEAMLEADER_CLIENT_ID',
  'STRIPE_SECRET_KEY',
  'SMTP_URL',
]

/**
 * SANDBOX or SANDBOX_URL decide where they are set. Else it is real or sandbox, never a mixture: one real service ends
 * the sandbox, which a release does not have.
 * @param given the text of a setting
 */
export function usesSandbox(given: (name: string) => string | undefined): boolean {
  if (given('NODE_ENV') === 'production') return false
  const chosen = given('SANDBOX')
  if (chosen !== undefined) return chosen === 'true'
  return given('SANDBOX_URL') !== undefined || (isInstalled && !serviceSettings.some((name) => isReal(given(name))))
}

const isReal = (value: string | undefined): boolean =>
  value !== undefined && value.trim() !== sandboxStripeKey && !value.startsWith(sandboxClient.clientId)
