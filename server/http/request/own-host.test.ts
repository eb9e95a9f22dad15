import { expect, test } from 'vitest'
import { isOwnHost } from './own-host.ts'

test.each([
  ['mail.example.com', true],
  ['mail.example.com:8443', true],
  ['localhost:3000', true],
  ['192.168.1.20:3000', true],
  ['[fd00::1]:3000', true],
  ['nas:3000', true],
  ['nas.local', true],
  ['evil.example', false],
  ['mail.example.com.evil.example', false],
  ['192.168.1.20.evil.example', false],
  ['localhost.evil.example', false],
  ['', false],
])('a request to %s names this server: %s', (host, isOwn) => {
  expect(isOwnHost(new Headers({ host }), { publicUrl: 'https://mail.example.com' })).toBe(isOwn)
})
