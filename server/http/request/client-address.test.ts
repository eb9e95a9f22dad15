import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ofFile } from '../../../test/kit/of-file.ts'
import { goodPassword, newEmail, startAccounts } from '../../../test/kit/start-accounts.ts'
import { clientAddress, rateLimitNetwork } from './client-address.ts'

const socketAddress = '203.0.113.9'
const behind = (trustedProxies: number, forwardedFor?: string): string =>
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
      fc.property(anything, v4, fc.array(v4, { maxLength: 4 }), (forged, seen, proxies) => {
        const header = [forged, seen, ...proxies].join(',')
        expect(behind(proxies.length + 1, header)).toBe(seen)
        expect(behind(0, header)).toBe(socketAddress)
      }),
    )
  })

  test('falls back to the socket address for any invalid header', () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 0, max: 5 }), (header, trusted) => {
        const found = behind(trusted, header)
        expect(rateLimitNetwork(found)).toMatch(/^(?:\d+\.){3}\d+$|^(?:[0-9a-f]{1,4}:){4}:\/64$/)
        expect(clientAddress(new Headers(), { socketAddress: found, trustedProxies: 0 })).toBe(found)
      }),
    )
  })

  test.each([
    [1, '198.51.100.1', '198.51.100.1'],
    [1, '10.0.0.1, 198.51.100.1', '198.51.100.1'],
    [2, '10.0.0.1, 198.51.100.1, 192.0.2.4', '198.51.100.1'],
    [1, '198.51.100.1:61234', '198.51.100.1'],
    [1, '[2001:DB8::1]:443', '2001:db8::1'],
    [1, '2001:0db8:0:0:0:0:0:1', '2001:db8::1'],
    [1, '::ffff:198.51.100.1', '198.51.100.1'],
    [1, 'fe80::1%eth0', 'fe80::1'],
    // No valid address in that position.
    [1, undefined, socketAddress],
    [1, '', socketAddress],
    [1, 'unknown', socketAddress],
    [1, '198.51.100.1,', socketAddress],
    [2, '198.51.100.1', socketAddress],
    [1, '198.51.100.256', socketAddress],
    [1, 'http://198.51.100.1', socketAddress],
  ])('behind %d proxies, X-Forwarded-For %j gives %s', (trusted, header, expected) => {
    expect(behind(trusted, header)).toBe(expected)
  })

  test('is unknown without a socket', () => {
    expect(clientAddress(new Headers(), { socketAddress: undefined, trustedProxies: 0 })).toBe('unknown')
  })
})

test('groups IPv6 addresses by their /64 network for rate limits, and keeps IPv4 addresses apart', () => {
  const host = (network: string, rest: string): string =>
    clientAddress(new Headers(), { socketAddress: `${network}:${rest}`, trustedProxies: 0 })
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
  const accounts = await ofFile(startAccounts({ TRUSTED_PROXIES: '1' }))

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
