import { safeAddress } from '../lib/safe-navigation.ts'
import { ApiError } from './api-error.ts'
import { publicConfig } from './public-config.ts'

/** Sends the browser to an outside service, where the address that the server answered is on the list of those we may go to. */
export async function leaveFor(url: string): Promise<void> {
  const { sandboxUrl } = await publicConfig()
  const address = safeAddress(url, sandboxUrl)
  if (!address) throw new ApiError('refused_address', 0, 'The server sent an address that is not on our list.')
  // Who turns back by the browser's own way may get the page as it was left, its button still on the way: it begins anew.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload())
  location.assign(address)
}
