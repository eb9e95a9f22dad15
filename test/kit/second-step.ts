import { Secret, TOTP } from 'otpauth'
import type { GoTrueClient } from '@supabase/auth-js'
import type { Clock } from '../../server/clock.ts'
import { callFunction } from './outlook.ts'
import type { App } from './start-app.ts'

/** The TOTP code at the product's current time, or the given number of 30-second steps away from it. */
export const codeOf = (secret: string, clock: Clock, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() + steps * 30_000 })

/** Enrols an authenticator app. Advances the clock, so that the next code differs. */
export async function withAuthenticator(
  { mfa }: Pick<GoTrueClient, 'mfa'>,
  clock: Clock & { advance(duration: string): void },
  friendlyName = 'Phone',
): Promise<{ factorId: string; secret: string }> {
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw new Error('The factor could not be enrolled', { cause: error })
  const verified = await mfa.challengeAndVerify({ factorId: data.id, code: codeOf(data.totp.secret, clock) })
  if (verified.error) throw new Error('The factor could not be verified', { cause: verified.error })
  clock.advance('2 min')
  return { factorId: data.id, secret: data.totp.secret }
}

/** Creates recovery codes with a session that has passed the second step. */
export async function recoveryCodesOf(app: App, token: string, userId: string): Promise<string[]> {
  const { body } = await callFunction(app, { token, userId }, 'recovery-codes', { action: 'create' })
  const { codes } = body
  if (!Array.isArray(codes)) throw new Error(`No codes: ${JSON.stringify(body)}`)
  return codes.map(String)
}
