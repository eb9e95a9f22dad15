import type { Kit } from '../kit/kit.ts'
import type { AuthorizationCode } from '../kit/oauth/authorization-code.ts'
import type { Flows } from '../kit/oauth/authorization-endpoint.ts'
import type { Accounts } from './accounts.ts'
import type { ContentReader } from './file-content.ts'
import type { Cursors } from './files/cursors.ts'
import { type Settings, defaultSettings } from './settings.ts'

type Code = AuthorizationCode & {
  email: string
  scopes: string[]
  /** Whether redeeming the code returns a refresh token. */
  offline: boolean
}

/** The result of one consent: a refresh token and its access tokens. Revoking one of them ends all. */
export type Grant = {
  email: string
  clientId: string
  scopes: ReadonlySet<string>
  /** The code was redeemed with PKCE and without the secret of the app, so refreshing needs no secret either. */
  isPublic: boolean
  ended: boolean
}

type AccessToken = { grant: Grant; scopes: ReadonlySet<string>; expiresAt: number }

export type UploadSession = { email: string; reader: ContentReader; closed: boolean; expiresAt: number }

export type Dropbox = {
  /** The number of resets. It is part of ids, so that no id from before a reset occurs again. */
  epoch: number
  settings: Settings
  accounts: Accounts
  codes: Map<string, Code>
  accessTokens: Map<string, AccessToken>
  refreshTokens: Map<string, Grant>
  flows: Flows
  sessions: Map<string, UploadSession>
  cursors: Cursors
}

export type DropboxSandbox = Kit & { dropbox: Dropbox }

export function createDropbox(): Dropbox {
  return {
    epoch: 0,
    settings: defaultSettings(),
    accounts: new Map(),
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
