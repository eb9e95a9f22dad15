import type { UserAttributes } from '@supabase/auth-js'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { ApiError } from './api-error.ts'
import { AuthFailure } from './auth-failure.ts'
import { authorizedFetch } from './authorized-fetch.ts'
import type { Factor } from './second-step.ts'
import { authClient } from './session.ts'

export interface OwnFactor extends Factor {
  createdAt: string
}

/** What an account can be entered with. `email` is the password. */
export interface SignInMethod {
  id: string
  provider: string
  email: string | null
  /** As the protocol has it; taking a method away asks for the whole of it. */
  identity: Identity
}

export interface Account {
  email: string
  /** The address that waits for its confirmation, null where none does. */
  newEmail: string | null
  hasPassword: boolean
  /** The second steps that are in use. */
  factors: readonly OwnFactor[]
  /** Second steps that were begun and never finished. */
  unfinished: readonly OwnFactor[]
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

/** What the page reads of the protocol's user. */
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

/** Asked without the auth client, which comes when something of the account is to be changed. */
export const accountQuery = queryOptions({
  queryKey: accountKeys.user,
  queryFn: async (): Promise<Account> => {
    const response = await authorizedFetch(`${location.origin}/auth/v1/user`).catch((cause: unknown) => {
      throw new ApiError('unreachable', 0, 'The server does not answer.', { cause })
    })
    if (!response.ok)
      throw new ApiError('unexpected_answer', response.status, `The server answered ${response.status}.`)
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
  const ownFactors = (wanted: 'verified' | 'unverified'): OwnFactor[] =>
    user.factors.flatMap(({ id, status, factor_type, friendly_name, created_at }) => {
      const kind = factorKinds[factor_type]
      return kind && status === wanted
        ? [{ id, kind, name: friendly_name || factorNames[kind], createdAt: created_at }]
        : []
    })
  return {
    email: user.email,
    newEmail: user.new_email || null,
    hasPassword: methods.some(({ provider }) => provider === 'email'),
    factors: ownFactors('verified'),
    unfinished: ownFactors('unverified'),
    methods,
  }
}

export const factorKinds: Partial<Record<string, Factor['kind']>> = { totp: 'app', webauthn: 'passkey' }
export const factorNames: Record<Factor['kind'], string> = { app: 'Authenticator app', passkey: 'Passkey' }

const emailOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The code of a refusal, whichever of the two protocols it came by. */
export const codeOf = (error: unknown): string | null =>
  error instanceof ApiError || error instanceof AuthFailure ? error.code : null

/** How a change is allowed: the server takes either, in the session as it is, so that a second step that was passed stays passed. */
export type ChangedBy = { current_password: string } | { nonce: string }

/** Ends every other session of the account. */
export const changePassword = (password: string, by: ChangedBy): Promise<void> => update({ password, ...by })

/** Nothing changes before both addresses have confirmed it (security checklist B7). */
export const changeEmail = (email: string, by: ChangedBy): Promise<void> => update({ email, ...by })

/** @param email the address that still counts; asking for it again drops the one that waits */
export const keepEmail = (email: string): Promise<void> => update({ email })

async function update(change: UserAttributes): Promise<void> {
  const client = await authClient()
  const { error } = await client.updateUser(change, { emailRedirectTo: `${location.origin}/account` })
  if (error) throw new AuthFailure(error)
}

/** Mails a code to the account's address that proves for one change who somebody is. */
export async function mailChangeCode(): Promise<void> {
  const client = await authClient()
  const { error } = await client.reauthenticate()
  if (error) throw new AuthFailure(error)
}

/** Both links of a change of address once more. @param email the address that still counts */
export async function resendEmailChange(email: string): Promise<void> {
  const client = await authClient()
  const options = { emailRedirectTo: `${location.origin}/account` }
  const { error } = await client.resend({ type: 'email_change', email, options })
  if (error) throw new AuthFailure(error)
}
