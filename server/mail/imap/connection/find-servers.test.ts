import { afterAll, expect, test } from 'vitest'
import { startNameServer } from '../../../../test/kit/name-server.ts'
import { serverOfRecords } from '../../../vendors/imap/mail-dns.ts'
import { findServers } from './find-servers.ts'
import { knownProviders } from './known-providers.ts'

const names = await startNameServer({
  'firm.example': ['MX firm-example.mail.protection.outlook.com'],
  'new-firm.example': ['MX firm-example.o-v1.mx.microsoft'],
  'workspace.example': ['MX aspmx.l.google.com', 'MX alt1.aspmx.l.google.com'],
  'family.example': ['MX mx01.mail.icloud.com'],
  'shop.example': ['MX mx00.ionos.de', 'MX mx01.ionos.de'],
  'own.example': ['MX mail.own.example'],
  '_imaps._tcp.own.example': ['SRV imap.own.example:993', 'SRV other.own.example:1993'],
  '_submission._tcp.own.example': ['SRV mail.own.example:587'],
  '_imap._tcp.plain.example': ['SRV mail.plain.example:143'],
  // It says that it has none (RFC 6186, section 3.4).
  '_imaps._tcp.none.example': ['SRV .:0'],
})
afterAll(() => names[Symbol.dispose]())
const demo = {
  imap: { host: '127.0.0.1', port: 5001, security: 'tls' },
  smtp: { host: '127.0.0.1', port: 6001, security: 'tls' },
} as const
const find = (email: string) => findServers(email, { allowPrivate: false, servers: { 'demo.example': demo } })

test.each(['outlook.com', 'hotmail.co.uk', 'live.de', 'msn.com', 'Outlook.Com', 'firm.example', 'new-firm.example'])(
  'an address at %s belongs to Microsoft',
  async (domain) => {
    expect(await find(`ada@${domain}`)).toEqual({ kind: 'microsoft' })
  },
)

test.each([
  ['gmail.com', 'imap.gmail.com', 'app'],
  ['workspace.example', 'imap.gmail.com', 'app'],
  ['family.example', 'imap.mail.me.com', 'app'],
  ['yahoo.co.uk', 'imap.mail.yahoo.com', 'app'],
  ['gmx.de', 'imap.gmx.net', 'account'],
  ['gmx.com', 'imap.gmx.com', 'account'],
  ['shop.example', 'imap.ionos.de', 'account'],
  ['proton.me', '127.0.0.1', 'bridge'],
])('an address at %s has the servers of its provider', async (domain, host, password) => {
  expect(await find(`ada@${domain}`)).toMatchObject({ kind: 'imap', imap: { host }, help: { password } })
})

test('an address of the settings has its servers without a query', async () => {
  expect(await find('ada@demo.example')).toEqual({ kind: 'imap', ...demo })
})

test('a known domain costs no query', async () => {
  names.asked.length = 0
  await find('ada@gmail.com')
  await find('ada@outlook.com')
  expect(names.asked).toEqual([])
})

test('a provider without IMAP is named', async () => {
  expect(await find('ada@tuta.com')).toEqual({
    kind: 'imap',
    imap: null,
    smtp: null,
    help: { provider: 'Tuta', password: 'none' },
  })
})

test('a domain of its own names its servers by SRV records; else the user names them', async () => {
  expect(await find('ada@own.example')).toEqual({
    kind: 'imap',
    imap: { host: 'imap.own.example', port: 993, security: 'tls' },
    smtp: { host: 'mail.own.example', port: 587, security: 'starttls' },
  })
  expect(await find('ada@plain.example')).toMatchObject({
    imap: { host: 'mail.plain.example', port: 143, security: 'starttls' },
  })
  for (const domain of ['none.example', 'unknown.example'])
    expect(await find(`ada@${domain}`)).toEqual({ kind: 'imap', imap: null, smtp: null })
})

test('a name that no host can have is no server', () => {
  const record = (name: string) => [{ name, port: 993, priority: 0, weight: 0 }]
  for (const name of ['', '.', 'a b', '-', 'a/b', 'a'.repeat(300)])
    expect(serverOfRecords(record(name), 'tls')).toBeNull()
})

test('every known provider is reached by a domain or an exchange, and explains its app passwords', () => {
  const unreachable = knownProviders.filter(({ domains, exchanges }) => domains.length + exchanges.length === 0)
  expect(unreachable.map(({ name }) => name)).toEqual([])
  const unexplained = knownProviders.filter(({ password, help }) => password !== 'account' && help === null)
  expect(unexplained.map(({ name }) => name)).toEqual([])
  const pages = knownProviders.flatMap(({ help, imapHelp }) => [help, imapHelp])
  expect(pages.filter((page) => page !== null && !page.startsWith('https://'))).toEqual([])
  expect(new Set(knownProviders.map(({ name }) => name)).size).toBeGreaterThan(30)
})
