import { createServer, connect } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { withTimeLimitsUpTo } from '../http/time-limit.ts'
import { findSafeHost, type ResolveName } from './safe-host.ts'

const resolvesTo =
  (...addresses: string[]): ResolveName =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))

test.each([
  '127.0.0.1',
  '127.0.0.53',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fd00:ec2::254',
  'fe80::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '64:ff9b::a00:1',
  '2002:7f00:1::',
  '2001::7f00:1',
])('%s is refused, typed and as the address of a name', async (address) => {
  const refused = { code: 'address_refused', status: 403 }
  await expect(findSafeHost('imap', address, { allowPrivate: false })).rejects.toMatchObject(refused)
  const rules = { allowPrivate: false, resolve: resolvesTo(address) }
  await expect(findSafeHost('imap', 'mail.example.com', rules)).rejects.toMatchObject(refused)
  await expect(findSafeHost('imap', address, { allowPrivate: true })).resolves.toMatchObject({ name: address })
})

test.each(['8.8.8.8', '172.32.0.1', '192.169.0.1', '2a00:1450:4001::6d'])('%s is allowed', async (address) => {
  const rules = { allowPrivate: false, resolve: resolvesTo(address) }
  await expect(findSafeHost('imap', 'mail.example.com', rules)).resolves.toMatchObject({ name: 'mail.example.com' })
})

test.each(['localhost', '127.1', '2130706433', '0x7f.1', 'ⓛocalhost'])(
  '%s, another spelling of this machine, is refused',
  async (host) => {
    await expect(findSafeHost('imap', host, { allowPrivate: false })).rejects.toMatchObject({ code: 'address_refused' })
  },
)

test('a private address beside a public one refuses the name', async () => {
  const rules = { allowPrivate: false, resolve: resolvesTo('8.8.8.8', '10.0.0.1') }
  await expect(findSafeHost('imap', 'mail.example.com', rules)).rejects.toMatchObject({ code: 'address_refused' })
})

test('a name is resolved once: a second answer with another address is never asked for', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const answers = ['127.0.0.1', '169.254.169.254']
  const asked: string[] = []
  const resolve: ResolveName = (name) => {
    asked.push(name)
    return resolvesTo(answers.shift() ?? '')(name)
  }
  const host = await findSafeHost('imap', 'mail.example.com', { allowPrivate: true, resolve })
  const port = typeof address === 'object' && address ? address.port : 0
  const socket = connect({ host: host.name, port, lookup: host.lookup })
  await once(socket, 'connect')
  expect(socket.remoteAddress).toBe('127.0.0.1')
  expect(asked).toEqual(['mail.example.com'])
  socket.destroy()
  server.close()
})

test('a name without an address may have one later; a name that no host can have never has', async () => {
  const none = { allowPrivate: false, resolve: () => Promise.reject(new Error('ENOTFOUND')) }
  await expect(findSafeHost('imap', 'mail.example.com', none)).rejects.toMatchObject({
    code: 'name_not_found',
    transient: true,
  })
  for (const host of ['', 'a b', 'http://mail.example.com/', `${'a.'.repeat(130)}example`])
    await expect(findSafeHost('imap', host, none)).rejects.toMatchObject({ code: 'name_not_found', transient: false })
})

test('a resolver that does not answer costs no more than the time limit', async () => {
  const rules = { allowPrivate: false, resolve: () => new Promise<never>(() => undefined) }
  const found = withTimeLimitsUpTo(50, () => findSafeHost('imap', 'mail.example.com', rules))
  await expect(found).rejects.toMatchObject({ code: 'name_not_found', transient: true })
})

test('a name in another script is resolved in the form of the DNS', async () => {
  const asked: string[] = []
  const resolve: ResolveName = (name) => {
    asked.push(name)
    return resolvesTo('8.8.8.8')(name)
  }
  await findSafeHost('imap', 'mail.bücher.example', { allowPrivate: false, resolve })
  expect(asked).toEqual(['mail.xn--bcher-kva.example'])
})
