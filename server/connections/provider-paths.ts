import type { Provider } from '../../contract/providers.ts'
import type { Context } from '../context.ts'
import { browserBinding, type BrowserBinding } from '../http/browser-binding.ts'

/** What each service is called in our addresses: of its function (`dropbox-auth`), and of the way back (`/api/dropbox/callback`). */
export const providerPaths = {
  dropbox: 'dropbox',
  google_drive: 'google',
  onedrive: 'onedrive',
  teamleader: 'teamleader',
} as const satisfies Record<Provider, string>

/** One path for each service, so that the answer of one is never taken for another's (checklist C3). */
export const callbackPath = (provider: Provider): string => `/api/${providerPaths[provider]}/callback`

/** A constant: it is registered with the service to the letter (C4). */
export const redirectUriOf = (ctx: Pick<Context, 'config'>, provider: Provider): string =>
  `${ctx.config.publicUrl}${callbackPath(provider)}`

export const browserOf = (provider: Provider): BrowserBinding =>
  browserBinding({ name: `mailroom_connect_${providerPaths[provider]}`, path: callbackPath(provider) })
