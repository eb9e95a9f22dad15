import { expect, test } from 'vitest'
import { composeSmtpUrl, splitSmtpUrl, type SmtpServer } from './smtp-address.ts'

test.each<SmtpServer>([
  { host: 'smtp.example.com', port: '465', user: 'me@example.com', password: 'p:/?#@ ä', security: 'tls' },
  { host: 'mail.lan', port: '25', user: '', password: '', security: 'starttls' },
])('composes the address of $host, and splits it again', (server) => {
  const address = composeSmtpUrl(server)
  expect(new URL(address).hostname).toBe(server.host)
  expect(splitSmtpUrl(address)).toEqual(server)
})

test('begins with the usual port of encrypted submission', () => {
  expect(splitSmtpUrl('')).toMatchObject({ port: '465', security: 'tls' })
})
