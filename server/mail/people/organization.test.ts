import { expect, test } from 'vitest'
import { organizationOf } from './organization.ts'

test.each([
  ['anna@firm.example', 'firm.example'],
  ['Desk+7@Tickets.Mail.Firm.example', 'firm.example'],
  ['a@firm.co.uk', 'firm.co.uk'],
  ['a@mail.firm.com.br', 'firm.com.br'],
  ['a@co.de', 'co.de'],
  ['anna+x@gmail.com', 'anna@gmail.com'],
  ['anna@web.de', 'anna@web.de'],
  ['', ''],
])('%j is of %j', (address, organization) => {
  expect(organizationOf(address)).toBe(organization)
})
