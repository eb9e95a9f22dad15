import type { Drive } from './drive/model.ts'
import type { DriveUpload } from './drive/resumable.ts'
import type { People } from './people.ts'

/** What Google remembers: its accounts, one app, who consented to what, every code and token it gave out, and files. */
export type App = { clientId: string; secret: string; name: string }

/** One person's consent to one app. Revoking a token of it ends it whole; the next consent makes a new one. */
export type Grant = { sub: string; clientId: string; scopes: Set<string>; ended: boolean }

export type Challenge = { value: string; method: 'S256' | 'plain' }

export type Code = {
  grant: Grant
  redirectUri: string
  scopes: string[]
  nonce: string | null
  challenge: Challenge | null
  /** Whether redeeming it gives a refresh token. */
  offline: boolean
  expiresAt: number
  used: boolean
}

export type Token = { grant: Grant; scopes: ReadonlySet<string>; expiresAt: number }

/** `endsAt`: when it ends however often it is used (an app in testing); null for one that lives as long as it is used. */
export type RefreshToken = Token & { endsAt: number | null }

/** A sign-in page that was shown and not answered yet: the query it was asked with. */
export type Flow = Record<string, string>

export type Google = {
  people: People
  apps: Map<string, App>
  grants: Map<string, Grant>
  codes: Map<string, Code>
  accessTokens: Map<string, Token>
  refreshTokens: Map<string, RefreshToken>
  flows: Map<string, Flow>
  /** Browser sessions: cookie to `sub`. */
  sessions: Map<string, string>
  /** What each account has in its Drive, by `sub`. */
  drives: Map<string, Drive>
  /** Uploads in ranges, by the id in their address. */
  driveUploads: Map<string, DriveUpload>
}

const SANDBOX_APP: App = { clientId: 'mailroom-sandbox', secret: 'mailroom-sandbox-secret', name: 'Mailroom' }

export function createGoogle(): Google {
  return {
    people: new Map(),
    apps: new Map([[SANDBOX_APP.clientId, SANDBOX_APP]]),
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

/** The consent that is alive, if there is one. */
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
