import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network address that a call came from. Each proxy adds the address that it saw to the right of `X-Forwarded-For`; whatever
 * stands further left than our own proxies reach was written by the caller and is worth nothing (security checklist B4).
 * @param trustedProxies how many proxies of ours stand in front (`config.trustedProxies`); with 0 the header is not read
 * @returns one form for each address; the socket's where the header has no address in that place
 */
export function clientAddress(
  headers: Headers,
  { socketAddress, trustedProxies }: { socketAddress: string | undefined; trustedProxies: number },
): string {
  const ofSocket = parseAddress(socketAddress ?? '') ?? 'unknown'
  if (trustedProxies === 0) return ofSocket
  const hops = (headers.get('x-forwarded-for') ?? '').split(',')
  return parseAddress(hops.at(-trustedProxies) ?? '') ?? ofSocket
}

/** What limits count as one caller: an IPv4 address, or the 64 bits of IPv6 behind which one household has as many addresses as it likes. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [left = '', right = ''] = address.split('::')
  const groups = [left, right].map((side) => (side === '' ? [] : side.split(':')))
  const [head = [], tail = []] = groups
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}

/** IPv4 as it is; IPv6 shortened, without zone; IPv4 written as IPv6 as IPv4. Some proxies add the port. Null for anything else. */
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
