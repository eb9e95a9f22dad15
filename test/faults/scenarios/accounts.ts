import { createClient } from '@supabase/supabase-js'
import { checkServices } from '../../../server/doctor/check-services.ts'
import { emailsTo } from '../../kit/outbox.ts'
import { newAccountAt, signInWithProvider, type ProviderName } from '../../kit/providers.ts'
import { goodPassword, newEmail } from '../../kit/start-accounts.ts'
import type { App } from '../../kit/start-app.ts'
import type { Outcome, Scenario, StartedScenario } from '../scenario.ts'
import { requested } from './requests.ts'

const withoutAccounts = { signInAgain: async () => undefined, [Symbol.asyncDispose]: async () => undefined }

const signingIn =
  (provider: ProviderName): Scenario['start'] =>
  async (app) => ({
    ...withoutAccounts,
    async begin() {
      const account = await newAccountAt[provider](app)
      return requested(async (): Promise<Outcome> => {
        const { fragment, query } = await signInWithProvider(app, provider, account)
        if (fragment['access_token'] !== undefined) return 'done'
        return { refused: query['error_code'] ?? 'nothing' }
      })
    },
  })

/** A lost response to a sent email looks like a lost email, so it may arrive twice. */
async function startEmail(app: App): Promise<StartedScenario> {
  const client = createClient(app.url, app.ctx.access.anonKey, { auth: { persistSession: false } })
  return {
    ...withoutAccounts,
    async begin() {
      const email = newEmail()
      await client.auth.signUp({ email, password: goodPassword })
      await client.auth.resetPasswordForEmail(email)
      const arrived = async (): Promise<string[]> => [
        ...new Set((await emailsTo(app, email)).map((one) => one.subject)),
      ]
      const waiting = await app.ctx.db.asService((tx) =>
        tx.selectFrom('app.outgoing_emails').select('id').orderBy('created_at', 'desc').limit(1).execute(),
      )
      const isWaiting = async (): Promise<boolean> => {
        const ids = waiting.map(({ id }) => id)
        const left = await app.ctx.db.asService((tx) =>
          tx.selectFrom('app.outgoing_emails').select('id').where('id', 'in', ids).execute(),
        )
        return left.length > 0
      }
      return {
        async outcome() {
          if ((await arrived()).length > 0) return 'done'
          return (await isWaiting()) ? 'waiting' : { refused: 'recipient refused', isFinal: true }
        },
        effects: async () => (await arrived()).map(() => 'email'),
        expected: ['email'],
        retry: async () => undefined,
      }
    },
  }
}

/** `npm run doctor`: a finding says what to do. */
async function startDoctor(app: App): Promise<StartedScenario> {
  const examine = async (): Promise<Outcome> => {
    const found = await checkServices(app.ctx.config, app.ctx.clock)
    return found.every(({ level }) => level === 'ok') ? 'done' : { refused: 'finding' }
  }
  return { ...withoutAccounts, begin: () => requested(examine) }
}

export const accountScenarios: Scenario[] = [
  { name: 'sign in with Microsoft', kind: 'request', start: signingIn('azure') },
  { name: 'sign in with Google', kind: 'request', start: signingIn('google') },
  { name: 'examine the services', kind: 'request', start: startDoctor },
  { name: 'send an email', kind: 'background', start: startEmail },
]
