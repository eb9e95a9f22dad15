import { expect, test } from 'vitest'
import { hasReader } from './reply-recipients.ts'

const addressed = (addresses: readonly string[]) => addresses.map((address) => ({ address, name: '' }))
const from = { address: 'anna@partner.example', name: 'Anna' }

test.each([
  [[], true],
  [['eve@elsewhere.example'], true],
  [['no-reply@partner.example', 'eve@elsewhere.example'], true],
  [['no-reply@partner.example'], false],
  [['No-Reply@Partner.example', 'bounces+7@partner.example'], false],
  [['keine-antwort@partner.example'], false],
  [['mailer-daemon@partner.example'], false],
  [['Robin@Contoso.example'], false],
])('a reply to an email with Reply-To %j has a reader: %s', (replyTo, expected) => {
  expect(hasReader({ from, replyTo: addressed(replyTo) }, ['robin@contoso.example'])).toBe(expected)
})
