/** Where a page of ours may send the browser when the server answers with an address (decision T9). */
const allowedHosts: readonly string[] = [
  'login.microsoftonline.com',
  'accounts.google.com',
  'www.dropbox.com',
  'focus.teamleader.eu',
]

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
