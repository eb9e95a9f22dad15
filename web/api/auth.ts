import { useMutation } from '@tanstack/react-query'
import type { AuthError } from '@supabase/auth-js'
import { authClient } from './session.ts'

export interface Credentials {
  email: string
  password: string
}

/** 'confirm' where the operator asks for a confirmed address first: then there is no session yet. */
export type SignUpResult = 'signed-in' | 'confirm'

/**
 * The service's own words, where they are words: an answer that is no JSON (a gateway's error page) or no answer at all
 * comes through as technical noise.
 */
export function authMessage(error: AuthError): string | null {
  const noise =
    error.name === 'AuthRetryableFetchError' ||
    error.name === 'AuthUnknownError' ||
    error.status === undefined ||
    error.status >= 500
  return noise || error.message === '' || error.message === '{}' ? null : error.message
}

/** What went wrong in words for the page, null where only the usual words remain. */
export class SignInError extends Error {
  readonly said: string | null
  constructor(said: string | null) {
    super(said ?? 'The auth service failed')
    this.said = said
  }
}

export const useSignIn = () =>
  useMutation({
    mutationFn: async (credentials: Credentials): Promise<void> => {
      const client = await authClient()
      const { error } = await client.signInWithPassword(credentials)
      if (error) throw new SignInError(authMessage(error))
    },
  })

export const useSignUp = () =>
  useMutation({
    mutationFn: async (credentials: Credentials): Promise<SignUpResult> => {
      const client = await authClient()
      const { data, error } = await client.signUp({
        ...credentials,
        options: { emailRedirectTo: `${location.origin}/dashboard` },
      })
      if (error) throw new SignInError(authMessage(error))
      return data.session ? 'signed-in' : 'confirm'
    },
  })

export const useSignOut = () =>
  useMutation({
    mutationFn: async (): Promise<void> => {
      const client = await authClient()
      const { error } = await client.signOut({ scope: 'local' })
      if (error) throw error
    },
  })
