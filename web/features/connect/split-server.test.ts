import { expect, test } from 'vitest'
import { splitServer } from './split-server.ts'

test.each([
  ['mail.example', 'mail.example', '993'],
  ['imaps://mail.example', 'mail.example', '993'],
  ['mail.example:1993', 'mail.example', '1993'],
  ['imap://mail.example:143/', 'mail.example', '143'],
  ['', '', '993'],
  // Left as they are: the check refuses them.
  ['2001:db8::1', '2001:db8::1', '993'],
  ['mail.example/inbox', 'mail.example/inbox', '993'],
])('%j names the server %j at port %s', (typed, host, port) => {
  expect(splitServer(typed, '993')).toEqual({ host, port })
})
