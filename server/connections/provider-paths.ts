import type { Provider } from '../../contract/providers.ts'
import type { AuthorizationFlow } from '../grants/authorization.ts'
import { browserBinding } from '../http/request/browser-binding.ts'

/** Name of each service in the URLs of its function (`dropbox-auth`) and of its callback (`/api/dropbox/callback`). */
export const providerPaths = {
  dropbox: 'dropbox',
  google_drive: 'google',
  onedrive: 'onedrive',
  teamleader: 'teamleader',
} as const satisfies Record<Provider, string>

export function connectionFlow(provider: Provider): AuthorizationFlow {
  const callbackPath = `/api/${providerPaths[provider]}/callback`
  const browser = browserBinding({ name: `mailroom_connect_${providerPaths[provider]}`, path: callbackPath })
  return { stateTable: 'app.connection_states', callbackPath, browser }
}
