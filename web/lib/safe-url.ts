/** Hosts that the page may redirect to. A URL in a server response is not trusted: this prevents open redirects. */
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
 * Link to a draft, file or contact at an external service. Allows any https host, but no other scheme and no
 * credentials.
 * @returns null if there is no address or it is not allowed
 */
export function safeServiceUrl(address: string | null, sandboxUrl: string | null): URL | null {
  const url = address === null ? null : URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') return null
  return url.protocol === 'https:' || (sandboxUrl !== null && url.origin === URL.parse(sandboxUrl)?.origin) ? url : null
}

/**
 * @param sandboxUrl origin of the sandbox that replaces the external services, null if none is used
 * @returns null if redirecting to the address is not allowed
 */
export function safeRedirectUrl(address: string, sandboxUrl: string | null): URL | null {
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') return null
  if (url.protocol === 'https:' && allowedHosts.includes(url.host)) return url
  return sandboxUrl !== null &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    url.origin === URL.parse(sandboxUrl)?.origin
    ? url
    : null
}
