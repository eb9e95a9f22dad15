import { expect, test } from 'vitest'
import { parseAutoconfig } from './parse-autoconfig.ts'

const email = 'ada@example.com'
const incoming = (more: Record<string, string> = {}): string =>
  server('incomingServer', 'imap', { hostname: 'imap.example.com', port: '993', socketType: 'SSL', ...more })
const outgoing = server('outgoingServer', 'smtp', { hostname: 'smtp.example.com', port: '587', socketType: 'STARTTLS' })

function server(element: string, type: string, fields: Record<string, string>): string {
  const inner = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>`)
  return `<${element} type="${type}">${inner.join('')}</${element}>`
}
const config = (servers: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!-- of ours --><clientConfig version="1.1">` +
  `<emailProvider id="example.com"><domain>example.com</domain>${servers}</emailProvider></clientConfig>\n`

test('reads the servers, and the name to sign in with', () => {
  const pop = server('incomingServer', 'pop3', { hostname: 'pop.example.com', port: '995', socketType: 'SSL' })
  const user = {
    username: 'mail-%EMAILLOCALPART%',
    hostname: 'imap.%EMAILDOMAIN%.',
    authentication: 'password-cleartext',
  }
  expect(parseAutoconfig(config(pop + incoming(user) + outgoing), email)).toEqual({
    imap: { host: 'imap.example.com', port: 993, security: 'tls' },
    smtp: { host: 'smtp.example.com', port: 587, security: 'starttls' },
    user: 'mail-ada',
  })
  expect(parseAutoconfig(config(incoming({ username: '%EMAILADDRESS%' })), email)).toMatchObject({
    smtp: null,
    user: null,
  })
})

test.each([
  ['without encryption', incoming({ socketType: 'plain' })],
  ['with OAuth only', incoming({ authentication: 'OAuth2' })],
  ['with a host that is none', incoming({ hostname: 'a b' })],
  ['with a host that is a path', incoming({ hostname: 'example.com/x' })],
  ['with a port that is none', incoming({ port: '99999' })],
  ['of another kind', outgoing],
])('a server %s is none', (_, servers) => {
  expect(parseAutoconfig(config(servers), email)).toBeNull()
})

test('the first server with encryption is taken', () => {
  const both = incoming({ socketType: 'plain', port: '143' }) + incoming({ socketType: 'STARTTLS', port: '143' })
  expect(parseAutoconfig(config(both), email)?.imap).toEqual({
    host: 'imap.example.com',
    port: 143,
    security: 'starttls',
  })
})

const external = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
test.each([
  ['', ''],
  ['a page', '<!doctype html><html><body><p>Not found</body></html>'],
  ['a document type with an external entity', external + config(incoming()).replace(/^<\?[^>]*>/, '')],
  ['CDATA', config(`<![CDATA[${incoming()}]]>`)],
  ['an element that is not closed', config(incoming()).replace('</clientConfig>', '')],
  ['crossed elements', config('<a><b></a></b>')],
  ['two roots', config(incoming()) + config(incoming())],
  ['deep elements', config('<a>'.repeat(50) + '</a>'.repeat(50) + incoming())],
  ['many elements', config('<a/>'.repeat(5000) + incoming())],
  ['another format', '<autodiscover/>'],
])('%s is no configuration', (_, xml) => {
  expect(parseAutoconfig(xml, email)).toBeNull()
})

test('an entity is decoded once, an unknown one stays as it is', () => {
  expect(parseAutoconfig(config(incoming({ username: 'a&amp;lt;b&x;' })), email)?.user).toBe('a&lt;b&x;')
})
