import { type BlockList, isIPv4, isIPv6 } from 'node:net'

/**
 * The client's IP address. Each proxy appends the address that it saw to `X-Forwarded-For`; what stands to the left of
 * the first address that is no proxy of the operator was written by the client.
 * @param trustedProxies the operator's proxies: of any other peer the header is ignored
 * @returns a normalized address: the last one that is known where the header has no valid address further on
 */
export function clientAddress(
  headers: Headers,
  { socketAddress, trustedProxies }: { socketAddress: string | undefined; trustedProxies: BlockList },
): string {
  let address = parseAddress(socketAddress ?? '')
  if (address === null) return 'unknown'
  const hops = (headers.get('x-forwarded-for') ?? '').split(',')
  while (trustedProxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')) {
    const next = parseAddress(hops.pop() ?? '')
    if (next === null) break
    address = next
  }
  return address
}

/**
 * Key of rate limits: an IPv4 address, or the /64 network of an IPv6 address, within which one client can choose any
 * address.
 */
export function rateLimitNetwork(address: string): string {
  if (!isIPv6(address)) return address
  const [left = '', right = ''] = address.split('::')
  const groups = [left, right].map((side) => (side === '' ? [] : side.split(':')))
  const [head = [], tail = []] = groups
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}

/**
 * Normalizes an address: compressed IPv6 without zone, mapped IPv4 as IPv4, no port (some proxies add one). Null for
 * other text.
 */
function parseAddress(text: string): string | null {
  const [, inBrackets, withPort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text.trim()) ?? []
  const bare = (inBrackets ?? withPort ?? text.trim()).replace(/%.*$/, '')
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return null
  const short = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(short) ?? []
  return high && low ? [high, low].flatMap(bytesOf).join('.') : short
}

const bytesOf = (group: string): number[] => {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}
