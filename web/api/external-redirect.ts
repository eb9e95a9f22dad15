import { safeRedirectUrl } from '../lib/safe-url.ts'
import { t } from '../texts/translate.ts'
import { ApiError } from './api-error.ts'
import { publicConfig } from './public-config.ts'

/**
 * Redirects to an external service if its host is on the allow list (`lib/safe-url.ts`).
 * @param onLeave called just before the redirect
 * @throws ApiError `refused_address`
 */
export async function redirectToService(url: string, onLeave?: () => void): Promise<never> {
  const { sandboxUrl } = publicConfig()
  const address = safeRedirectUrl(url, sandboxUrl)
  if (!address) throw new ApiError('refused_address', 0, t('The server sent an address that is not allowed.'))
  onLeave?.()
  return navigateAway(address)
}

/** Never resolves, so that buttons stay busy until the page unloads. */
export async function navigateAway(address: URL | string): Promise<never> {
  // After a browser Back from the back/forward cache the button would still be busy.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  location.assign(address)
  return new Promise(() => undefined)
}
