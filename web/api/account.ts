import type { UserAttributes } from '@supabase/auth-js'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { t, text } from '../texts/translate.ts'
import { ApiError } from './api-error.ts'
import { AuthFailure } from './auth-failure.ts'
import { authorizedFetch } from './authorized-fetch.ts'
import type { Factor } from './second-step.ts'
import { authClient } from './session.ts'

export interface EnrolledFactor extends Factor {
  createdAt: string
}

/** A linked identity. The provider `email` is the password. */
export interface SignInMethod {
  id: string
  provider: string
  email: string | null
  /** The identity as GoTrue returns it; `unlinkIdentity` needs all of it. */
  identity: Identity
}

export interface Account {
  email: string
  /** Address that awaits confirmation, null if none. */
  newEmail: string | null
  hasPassword: boolean
  /** Verified second factors. */
  factors: readonly EnrolledFactor[]
  /** Second factors whose set-up was not completed. */
  unverifiedFactors: readonly EnrolledFactor[]
  methods: readonly SignInMethod[]
}

export const accountKeys = {
  all: ['account'],
  user: ['account', 'user'],
  sessions: ['account', 'sessions'],
  recoveryCodes: ['account', 'recovery-codes'],
  activity: ['account', 'activity'],
  providers: ['account', 'providers'],
} as const

const Identity = z.object({
  id: z.string(),
  user_id: z.string(),
  identity_id: z.string(),
  provider: z.string(),
  identity_data: z.record(z.string(), z.unknown()),
})
type Identity = z.infer<typeof Identity>

/** The fields of GoTrue's user that the page reads. */
const User = z.object({
  email: z.string(),
  new_email: z.string().optional(),
  identities: Identity.array(),
  factors: z
    .object({
      id: z.string(),
      status: z.string(),
      factor_type: z.string(),
      friendly_name: z.string().optional(),
      created_at: z.string(),
    })
    .array()
    .default([]),
})

/** Fetched without the auth client (24 kB), which is loaded only when the account is changed. */
export const accountQuery = queryOptions({
  queryKey: accountKeys.user,
  queryFn: async (): Promise<Account> => {
    const response = await authorizedFetch(`${location.origin}/auth/v1/user`).catch((cause: unknown) => {
      throw new ApiError('unreachable', 0, t('The server does not respond.'), { cause })
    })
    if (!response.ok)
      throw new ApiError(
        'unexpected_answer',
        response.status,
        t('The server responded with {status}.', { status: response.status }),
      )
    return toAccount(User.parse(await response.json()))
  },
})

function toAccount(user: z.infer<typeof User>): Account {
  const methods = user.identities.map((identity) => ({
    id: identity.identity_id,
    provider: identity.provider,
    email: emailOf(identity.identity_data['email']),
    identity,
  }))
  const factorsWithStatus = (wanted: 'verified' | 'unverified'): EnrolledFactor[] =>
    user.factors.flatMap(({ id, status, factor_type, friendly_name, created_at }) => {
      const kind = factorKinds[factor_type]
      return kind && status === wanted
        ? [{ id, kind, name: friendly_name || t(factorNames[kind]), createdAt: created_at }]
        : []
    })
  return {
    email: user.email,
    newEmail: user.new_email || null,
    hasPassword: methods.some(({ provider }) => provider === 'email'),
    factors: factorsWithStatus('verified'),
    unverifiedFactors: factorsWithStatus('unverified'),
    methods,
  }
}

export const factorKinds: Partial<Record<string, Factor['kind']>> = { totp: 'app', webauthn: 'passkey' }
export const factorNames: Record<Factor['kind'], string> = { app: text('Authenticator app'), passkey: text('Passkey') }

const emailOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Error code of a failed function call or auth call. */
export const errorCodeOf = (error: unknown): string | null =>
  error instanceof ApiError || error instanceof AuthFailure ? error.code : null

/** Authorizes a change within the current session, which keeps its second step. The server accepts either. */
type ChangeCredential = { current_password: string } | { nonce: string }

/** Also ends every other session of the account. */
export const changePassword = (password: string, by: ChangeCredential): Promise<void> => updateUser({ password, ...by })

/** Starts a change of address. It takes effect once the old and the new address have confirmed it. */
export const changeEmail = (email: string, by: ChangeCredential): Promise<void> => updateUser({ email, ...by })

/** @param email the current address; requesting it again cancels the pending change */
export const cancelEmailChange = (email: string): Promise<void> => updateUser({ email })

async function updateUser(change: UserAttributes): Promise<void> {
  const client = await authClient()
  const { error } = await client.updateUser(change, { emailRedirectTo: `${location.origin}/account` })
  if (error) throw new AuthFailure(error)
}

/** Emails a code that authorizes one change. */
export async function sendChangeCode(): Promise<void> {
  const client = await authClient()
  const { error } = await client.reauthenticate()
  if (error) throw new AuthFailure(error)
}

/** Sends both confirmation links again. @param email the current address */
export async function resendEmailChange(email: string): Promise<void> {
  const client = await authClient()
  const options = { emailRedirectTo: `${location.origin}/account` }
  const { error } = await client.resend({ type: 'email_change', email, options })
  if (error) throw new AuthFailure(error)
}
