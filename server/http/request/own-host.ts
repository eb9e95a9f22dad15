import type { Config } from '../../config.ts'

/** `URL` writes every IPv4 address so, and IPv6 in brackets. */
const isAddress = (name: string): boolean => /^([\d.]+|\[.+\])$/.test(name)

/** Names that no one else can register: of one label, and those of RFC 6761, 6762 and 8375 and of home networks. */
const isLocalName = (name: string): boolean => /^[\w-]+$|\.(localhost|local|internal|lan|home\.arpa)$/.test(name)

/**
 * Whether a request names this server. A page under any other name may be that of an attacker, whose name server leads
 * the browser of a visitor here: for the browser such a page has the origin of this server (DNS rebinding).
 */
export function isOwnHost(headers: Headers, { publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  const name = URL.parse(`http://${headers.get('host')}`)?.hostname ?? ''
  return name === new URL(publicUrl).hostname || isAddress(name) || isLocalName(name)
}
