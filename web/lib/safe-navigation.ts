/** Where a page of ours may send the browser when the server answers with an address (decision T9). */
const allowedHosts: readonly string[] = [
  'login.microsoftonline.com',
  'accounts.google.com',
  'www.dropbox.com',
  'focus.teamleader.eu',
  'checkout.stripe.com',
  'billing.stripe.com',
  'invoice.stripe.com',
]

/**
 * Where a draft, a file or a contact can be looked at: a page of the service, whichever it is. Never anything but a page.
 * @returns null where there is none, or it is no page
 */
export function safeEffectAddress(address: string | null, sandboxUrl: string | null): URL | null {
  const url = address === null ? null : URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') return null
  return url.protocol === 'https:' || (sandboxUrl !== null && url.origin === URL.parse(sandboxUrl)?.origin) ? url : null
}

/**
 * @param sandboxUrl the sandbox that stands in for the outside services, null where there is none
 * @returns null where the address is not one we may go to
 */
export function safeAddress(address: string, sandboxUrl: string | null): URL | null {
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') return null
  if (url.protocol === 'https:' && allowedHosts.includes(url.host)) return url
  return sandboxUrl !== null &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.origin === URL.parse(sandboxUrl)?.origin
    ? url
    : null
}
