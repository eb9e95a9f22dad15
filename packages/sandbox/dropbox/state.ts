import type { Accounts } from './accounts.ts'
import type { ContentReader } from './content.ts'
import type { Cursors } from './files/cursors.ts'
import { type Settings, defaultSettings } from './settings.ts'

/** What Dropbox remembers: its accounts, one app, and every code, token, upload session and cursor it gave out. */
export type App = { clientId: string; secret: string; name: string }

export type Challenge = { value: string; method: 'S256' | 'plain' }

export type Code = {
  email: string
  clientId: string
  redirectUri: string
  scopes: string[]
  challenge: Challenge | null
  /** Whether redeeming it gives a refresh token. */
  offline: boolean
  expiresAt: number
  used: boolean
}

/** What came of one code: a refresh token and the access tokens made with it. Revoking one of them ends all. */
export type Family = {
  email: string
  clientId: string
  scopes: ReadonlySet<string>
  /** Made by PKCE without the app's secret: then it is refreshed without it as well. */
  isPublic: boolean
  ended: boolean
}

export type AccessToken = { family: Family; scopes: ReadonlySet<string>; expiresAt: number }

export type UploadSession = { email: string; reader: ContentReader; closed: boolean; expiresAt: number }

export type Dropbox = {
  /** Counts resets, so that no id of before is met again. */
  epoch: number
  settings: Settings
  accounts: Accounts
  apps: Map<string, App>
  codes: Map<string, Code>
  accessTokens: Map<string, AccessToken>
  refreshTokens: Map<string, Family>
  /** Consent pages that were shown and not answered yet: the query each was asked with. */
  flows: Map<string, Record<string, string>>
  sessions: Map<string, UploadSession>
  cursors: Cursors
}

const SANDBOX_APP: App = { clientId: 'mailroom-sandbox', secret: 'mailroom-sandbox-secret', name: 'Mailroom' }

export function createDropbox(): Dropbox {
  return {
    epoch: 0,
    settings: defaultSettings(),
    accounts: new Map(),
    apps: new Map([[SANDBOX_APP.clientId, SANDBOX_APP]]),
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    flows: new Map(),
    sessions: new Map(),
    cursors: new Map(),
  }
}

export function resetDropbox(dropbox: Dropbox): void {
  Object.assign(dropbox, { ...createDropbox(), epoch: dropbox.epoch + 1 })
}
