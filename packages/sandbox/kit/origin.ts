import type { Kit } from './kit.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The origin of links in responses. It is the loopback name of the request, because a client follows only links that
 * begin with its own base URL. Any other host name is replaced: it may be an attacker's.
 */
export function originOf(kit: Pick<Kit, 'url'>, requestUrl: string): string {
  const url = new URL(requestUrl)
  return LOOPBACK.has(url.hostname) ? url.origin : kit.url
}
