import type { RawCall } from '../../http/route.ts'
import type { ProviderPerson, SignInProviderName } from '../../vendors/sign-in-provider.ts'

/** Somebody whom a provider has named. */
export interface Comer {
  provider: SignInProviderName
  person: ProviderPerson
  /** Of an invitation that the person came by. */
  inviteTokenHash: Buffer | null
  call: Pick<RawCall, 'request' | 'ip'>
}

/** What has been done, to be told once it is committed. */
export interface Effects {
  signedUp: boolean
  linked: boolean
  endedSessions: string[]
}

export type Settled =
  | { kind: 'account'; userId: string; effects: Effects }
  /** Nobody has shown yet that the address is theirs: nobody is signed in. */
  | { kind: 'unverified'; email: string }

export const nothing: Effects = { signedUp: false, linked: false, endedSessions: [] }
