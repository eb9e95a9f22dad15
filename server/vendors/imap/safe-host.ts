import { lookup } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { domainToASCII } from 'node:url'
import { timeLimitMs } from '../http/time-limit.ts'
import { VendorError } from '../http/vendor-error.ts'

interface Address {
  address: string
  family: number
}

/** Finds the addresses of a name. @throws Error where it has none */
export type ResolveName = (name: string) => Promise<Address[]>

export interface HostRules {
  /** Private, loopback and link-local addresses too (IMAP_ALLOW_PRIVATE). */
  allowPrivate: boolean
  /** Default: the resolver of the operating system. */
  resolve?: ResolveName
}

/** A host whose addresses were checked. */
export interface SafeHost {
  /** Its certificate has to be valid for this name or address. */
  name: string
  /**
   * For `connect` of `node:net` and `node:tls`: returns the checked addresses without another query, which could be
   * answered with other addresses (DNS rebinding).
   */
  lookup: LookupFunction
}

const nameMaxLength = 253
/** The resolver of the operating system asks unreachable name servers for longer. */
const resolveTimeoutMs = 4000

/** What is not globally reachable (IANA special-purpose registries), metadata services of clouds included. */
const notPublic = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [network = '', bits] = range.split('/')
  notPublic.addSubnet(network, Number(bits), 'ipv4')
}
// Teredo and others, documentation, 6to4 and documentation again: some contain an IPv4 address.
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  const [network = '', bits] = range.split('/')
  notPublic.addSubnet(network, Number(bits), 'ipv6')
}
/** The only range of IPv6 with global addresses. */
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')

const isPublic = ({ address, family }: Address): boolean =>
  family === 4
    ? !notPublic.check(address, 'ipv4')
    : globalIpv6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')

const resolveBySystem: ResolveName = (name) => lookup(name, { all: true })

/** The one form of a name or address that may be typed in several; empty: no host can have this name. */
export const normalHost = (host: string): string =>
  isIP(host) ? host.toLowerCase() : domainToASCII(host).replace(/\.$/, '')

/**
 * Resolves the host that a user has typed, once.
 * @throws VendorError `name_not_found`; `address_refused` where one of its addresses is not public
 */
export async function findSafeHost(vendor: string, host: string, rules: HostRules): Promise<SafeHost> {
  const name = normalHost(host)
  const addresses = isIP(name)
    ? [{ address: name, family: isIP(name) }]
    : await addressesOf(vendor, name, rules.resolve ?? resolveBySystem)
  // All of them: no mail server has a private address beside a public one, but a name in an attack may.
  if (!rules.allowPrivate && !addresses.every(isPublic)) throw new VendorError(vendor, 403, 'address_refused')
  return { name, lookup: lookupOf(addresses) }
}

async function addressesOf(vendor: string, name: string, resolve: ResolveName): Promise<Address[]> {
  if (name === '' || name.length > nameMaxLength) throw new VendorError(vendor, 400, 'name_not_found')
  // 503: a resolver that is down gives the same error as a name that does not exist.
  const tooLate = Promise.withResolvers<never>()
  const timer = setTimeout(() => tooLate.reject(new Error('No answer in time')), timeLimitMs(resolveTimeoutMs))
  const addresses = await Promise.race([resolve(name), tooLate.promise])
    .catch((cause: unknown) => {
      throw new VendorError(vendor, 503, 'name_not_found', null, cause)
    })
    .finally(() => clearTimeout(timer))
  if (addresses.length === 0) throw new VendorError(vendor, 503, 'name_not_found')
  return addresses
}

const lookupOf =
  (addresses: Address[]): LookupFunction =>
  (_name, options, done) => {
    const of = options.family === 4 || options.family === 6 ? options.family : null
    const fitting = addresses.filter(({ family }) => of === null || family === of)
    const [first] = fitting
    if (!first) done(Object.assign(new Error('No address of this family'), { code: 'ENOTFOUND' }), '')
    else if (options.all) done(null, fitting)
    else done(null, first.address, first.family)
  }
