import { insertUserWithEmail } from '../../server/auth/user-rows/user-queries.ts'
import { goodPassword, newEmail } from './start-accounts.ts'
import type { App } from './start-app.ts'

const wrong = `not ${goodPassword}`
/** Path, fields beside the address, status: calls that must not show whether an address is known. */
export const callsWithAnAddress: [path: string, fields: object, status: number][] = [
  ['/token?grant_type=password', { password: wrong }, 400],
  ['/signup', { password: wrong }, 200],
  ['/recover', {}, 200],
  ['/otp', { create_user: true }, 200],
  ['/otp', { create_user: false }, 200],
  ['/magiclink', {}, 200],
  ['/resend', { type: 'signup' }, 200],
]

/** @returns the address of a user with a password */
export async function insertKnownAddress({ ctx, clock }: App): Promise<string> {
  const email = newEmail()
  const passwordHash = await ctx.passwords.hash(goodPassword)
  const now = clock.now()
  await ctx.db.asAccounts((tx) =>
    insertUserWithEmail(tx, { id: crypto.randomUUID(), email, passwordHash, confirmedAt: now, now }, {}),
  )
  return email
}

export const postAddress = ({ url, ctx }: App, path: string, fields: object, email: string): Promise<Response> =>
  fetch(`${url}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: ctx.access.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ ...fields, email }),
  })
