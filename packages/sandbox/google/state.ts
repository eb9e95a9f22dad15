import type { Kit } from '../kit/kit.ts'
import type { AuthorizationCode } from '../kit/oauth/authorization-code.ts'
import type { Flows } from '../kit/oauth/authorization-endpoint.ts'
import type { DriveUpload } from './drive/drive-upload.ts'
import type { Drive } from './drive/drive-model.ts'
import type { GoogleAccounts } from './google-accounts.ts'

/** The consent of one account to one app. Revoking a token ends the grant; the next consent creates a new one. */
export type Grant = { sub: string; clientId: string; scopes: Set<string>; ended: boolean }

type Code = AuthorizationCode & {
  grant: Grant
  scopes: string[]
  nonce: string | null
  /** Whether redeeming the code returns a refresh token. */
  offline: boolean
}

export type Token = { grant: Grant; scopes: ReadonlySet<string>; expiresAt: number }

/** `endsAt`: when the token of an app in testing ends, however often it is used; null for any other app. */
export type RefreshToken = Token & { endsAt: number | null }

export type Google = {
  /** By `sub`. */
  accounts: GoogleAccounts
  grants: Map<string, Grant>
  codes: Map<string, Code>
  accessTokens: Map<string, Token>
  refreshTokens: Map<string, RefreshToken>
  flows: Flows
  /** The `sub` of each browser session, by the value of its cookie. */
  sessions: Map<string, string>
  /** By `sub`. */
  drives: Map<string, Drive>
  /** Resumable uploads, by the id in their address. */
  driveUploads: Map<string, DriveUpload>
}

export type GoogleSandbox = Kit & { google: Google }

export function createGoogle(): Google {
  return {
    accounts: new Map(),
    grants: new Map(),
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    flows: new Map(),
    sessions: new Map(),
    drives: new Map(),
    driveUploads: new Map(),
  }
}

export function resetGoogle(google: Google): void {
  Object.assign(google, createGoogle())
}

const keyOf = (sub: string, clientId: string) => `${clientId} ${sub}`

/** The grant that has not ended. */
export function findGrant(google: Google, sub: string, clientId: string): Grant | undefined {
  const grant = google.grants.get(keyOf(sub, clientId))
  return grant?.ended === false ? grant : undefined
}

export function grantOf(google: Google, sub: string, clientId: string): Grant {
  const known = findGrant(google, sub, clientId)
  if (known) return known
  const grant: Grant = { sub, clientId, scopes: new Set(), ended: false }
  google.grants.set(keyOf(sub, clientId), grant)
  return grant
}
