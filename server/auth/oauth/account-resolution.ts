import type { RawCall } from '../../http/routing/route.ts'
import type { ExternalIdentity, SignInProviderName } from '../../vendors/oauth/sign-in-provider.ts'

/** A sign-in with an external identity. */
export interface ExternalSignIn {
  provider: SignInProviderName
  externalIdentity: ExternalIdentity
  /** Token hash of an invitation with which the flow began. */
  inviteTokenHash: Buffer | null
  call: Pick<RawCall, 'request' | 'ip'>
}

/** Effects to publish after the commit. */
interface Effects {
  signedUp: boolean
  linked: boolean
  endedSessions: string[]
}

export type AccountResolution =
  | { kind: 'account'; userId: string; effects: Effects }
  /** The address is not proven, so no one is signed in. */
  | { kind: 'unverified'; email: string }

export const noEffects: Effects = { signedUp: false, linked: false, endedSessions: [] }
