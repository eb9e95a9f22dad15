import * as fc from 'fast-check'
import { BlockList } from 'node:net'
import { describe, expect, test } from 'vitest'
import { ofFile } from '../../../test/kit/of-file.ts'
import { goodPassword, newEmail, startAccounts } from '../../../test/kit/start-accounts.ts'
import { parseTrustedProxies } from './trusted-proxies.ts'
import { clientAddress, rateLimitNetwork } from './client-address.ts'

const socketAddress = '203.0.113.9'
const proxies = (text: string): BlockList => parseTrustedProxies(text) ?? expect.unreachable()
const none = new BlockList()
const behind = (trustedProxies: BlockList, forwardedFor?: string): string =>
  clientAddress(new Headers(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }), {
    socketAddress,
    trustedProxies,
  })

const v4 = fc.ipV4()
/** Header values that a client may send, commas included. */
const anything = fc.string({ unit: fc.constantFrom(...'0123456789abcdef.:,[]% x'.split('')), maxLength: 60 })

describe('the client address', () => {
  test('is the address that the outermost proxy saw, whatever the client sent', () => {
    fc.assert(
      fc.property(anything, v4, fc.array(v4, { maxLength: 4 }), (forged, seen, others) => {
        fc.pre(![socketAddress, ...others].includes(seen))
        const header = [forged, seen, ...others].join(',')
        expect(behind(proxies([socketAddress, ...others].join(', ')), header)).toBe(seen)
      }),
    )
  })

  test('is that of a peer that is no proxy, whatever it sent', () => {
    fc.assert(
      fc.property(fc.oneof(anything, v4), v4, (header, proxy) => {
        fc.pre(proxy !== socketAddress)
        expect(behind(none, header)).toBe(socketAddress)
        expect(behind(proxies(`${proxy}, loopback, private`), header)).toBe(socketAddress)
      }),
    )
  })

  test('is a valid address for any header', () => {
    fc.assert(
      fc.property(anything, (header) => {
        const found = behind(proxies('0.0.0.0/0, ::/0'), header)
        expect(rateLimitNetwork(found)).toMatch(/^(?:\d+\.){3}\d+$|^(?:[0-9a-f]{1,4}:){4}:\/64$/)
        expect(clientAddress(new Headers(), { socketAddress: found, trustedProxies: none })).toBe(found)
      }),
    )
  })

  test.each([
    ['198.51.100.1', '198.51.100.1'],
    ['10.0.0.1, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1, 198.51.100.1, 192.0.2.4', '198.51.100.1'],
    ['198.51.100.1, fd00::2, 192.0.2.4', '198.51.100.1'],
    ['198.51.100.1:61234', '198.51.100.1'],
    ['[2001:DB8::1]:443', '2001:db8::1'],
    ['2001:0db8:0:0:0:0:0:1', '2001:db8::1'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
    ['fe80::1%eth0', 'fe80::1'],
    // No valid address in that position.
    [undefined, socketAddress],
    ['', socketAddress],
    ['unknown', socketAddress],
    ['198.51.100.1,', socketAddress],
    ['198.51.100.256', socketAddress],
    ['http://198.51.100.1', socketAddress],
    ['198.51.100.1, unknown, 192.0.2.4', '192.0.2.4'],
    // Proxies alone.
    ['10.0.0.1, 192.0.2.4', '10.0.0.1'],
  ])('behind proxies, X-Forwarded-For %j gives %s', (header, expected) => {
    expect(behind(proxies(`${socketAddress}, 192.0.2.0/28, private`), header)).toBe(expected)
  })

  test('is unknown without a socket', () => {
    expect(clientAddress(new Headers(), { socketAddress: undefined, trustedProxies: none })).toBe('unknown')
  })
})

test('groups IPv6 addresses by their /64 network for rate limits, and keeps IPv4 addresses apart', () => {
  const host = (network: string, rest: string): string =>
    clientAddress(new Headers(), { socketAddress: `${network}:${rest}`, trustedProxies: none })
  const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 })
  const written = groups.map((four) => four.map((group) => group.toString(16)).join(':'))
  fc.assert(
    fc.property(written, written, written, written, (network, other, one, two) => {
      fc.pre(![network, other].includes('0:0:0:0'))
      expect(rateLimitNetwork(host(network, one))).toBe(`${network}::/64`)
      expect(rateLimitNetwork(host(network, one))).toBe(rateLimitNetwork(host(network, two)))
      expect(rateLimitNetwork(host(network, one)) === rateLimitNetwork(host(other, two))).toBe(network === other)
    }),
  )
  fc.assert(fc.property(v4, (address) => rateLimitNetwork(address) === address))
})

describe('behind one proxy', async () => {
  const accounts = await ofFile(startAccounts({ TRUSTED_PROXIES: 'loopback' }))

  const signIn = (forwardedFor: string): Promise<Response> =>
    accounts.request('/token?grant_type=password', {
      method: 'POST',
      body: JSON.stringify({ email: newEmail(), password: goodPassword }),
      headers: { 'x-forwarded-for': forwardedFor },
    })

  test('limits a client that forges addresses by its real address', async () => {
    const forged = (call: number): Promise<Response> => signIn(`198.51.100.${call}, 192.0.2.7`)
    for (let call = 0; call < 3; call++) expect((await forged(call)).status).toBe(400)
    // As after more of them.
    const counted = `update app.rate_limits set points = 149 where points = 3 and key like '%:192.0.2.7'`
    expect((await accounts.ctx.db.pool.query(counted)).rowCount).toBe(1)
    expect((await forged(3)).status).toBe(400)
    const refused = await forged(4)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(200)
    expect((await signIn('192.0.2.8')).status).toBe(400)
    accounts.clock.advance('5 min')
    expect((await signIn('192.0.2.7')).status).toBe(400)
  })
})
