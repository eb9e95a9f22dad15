import { BlockList, isIP } from 'node:net'

/** Loopback (RFC 1122 and 4291), and private networks (RFC 1918 and 4193). */
const named: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * @param text addresses, networks (`10.1.0.0/16`), `loopback` and `private`, with commas between; empty: none
 * @returns null for other text
 */
export function parseTrustedProxies(text: string): BlockList | null {
  const proxies = new BlockList()
  const parts = text === '' ? [] : text.split(',').map((part) => part.trim())
  return parts.flatMap((part) => named[part] ?? [part]).every((part) => add(proxies, part)) ? proxies : null
}

function add(proxies: BlockList, part: string): boolean {
  const [address = '', bits, ...more] = part.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  const most = version === 4 ? 32 : 128
  if (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)) return false
  proxies.addSubnet(address, Number(bits ?? most), version === 4 ? 'ipv4' : 'ipv6')
  return true
}
