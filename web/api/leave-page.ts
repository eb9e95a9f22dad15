import { safeAddress } from '../lib/safe-navigation.ts'
import { ApiError } from './api-error.ts'
import { publicConfig } from './public-config.ts'

/**
 * Sends the browser to an outside service, where the address that the server answered is on the list of those we may go to.
 * @param onLeave is told just before
 */
export async function leaveFor(url: string, onLeave?: () => void): Promise<never> {
  const { sandboxUrl } = await publicConfig()
  const address = safeAddress(url, sandboxUrl)
  if (!address) throw new ApiError('refused_address', 0, 'The server sent an address that is not on our list.')
  onLeave?.()
  return goTo(address)
}

/** Stays pending: the page is being left. */
export async function goTo(address: URL | string): Promise<never> {
  // Who turns back by the browser's own way may get the page as it was left, its button still on the way: it begins anew.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  location.assign(address)
  return new Promise(() => undefined)
}
