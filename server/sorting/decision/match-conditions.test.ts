import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactAddress } from '../../../contract/address.ts'
import { arranged, type ConditionKind, conditionValue } from '../../../contract/functions/folder-conditions.ts'
import { firstMatchingCondition } from './match-conditions.ts'

interface Mail {
  from?: string
  fromName?: string
  subject?: string
  headers?: Record<string, string>
}
const mailWith = ({ from = 'x@x.example', fromName = '', subject = '', headers = {} }: Mail) => ({
  from,
  fromName,
  to: ['anna@shop.example'],
  cc: [],
  subject,
  text: 'anna@shop.example letters.shop.example',
  headers,
  attachmentNames: [],
  receivedAt: new Date('2026-11-21T12:00:00Z'),
})
const fulfils = (mail: Mail, kind: ConditionKind, typed: string): boolean => {
  const value = conditionValue(kind, typed)
  if (value === null) throw new Error(`${typed} is no ${kind}`)
  return firstMatchingCondition(mailWith(mail), [{ kind, value, folderId: 'a' }]) !== null
}

test.each<[Mail, ConditionKind, string]>([
  [{ from: 'Anna@Shop.example' }, 'address', ' Anna Shop <anna@SHOP.example> '],
  [{ from: 'anna+news@shop.example' }, 'address', 'anna+news@shop.example'],
  [{ from: "o'neil@shop.example" }, 'address', "o'neil@shop.example"],
  [{ from: 'bounce+a=b/c@shop.example' }, 'address', 'bounce+a=b/c@shop.example'],
  [{ from: 'jörg@shop.example' }, 'address', 'Jörg@shop.example'],
  [{ from: 'anna@bücher.example' }, 'address', 'anna@xn--bcher-kva.example'],
  [{ from: 'anna@xn--bcher-kva.example' }, 'address', 'anna@Bücher.example'],
  [{ from: 'anna@bücher.example' }, 'domain', 'bücher.example'],
  [{ from: 'anna@mail.bücher.example' }, 'domain', '@xn--bcher-kva.example'],
  [{ headers: { 'list-id': 'Letters <Letters.Shop.example>' } }, 'list', '<letters.shop.example>'],
  [{ subject: '🧾Invoice 1' }, 'subject', 'invoice'],
  [{ subject: '🔥INVOICE🔥 3' }, 'subject', 'Invoice'],
  [{ subject: 'バスの予約' }, 'subject', 'ﾊﾞｽ'],
  [{ subject: 'Offer (C++), part 2' }, 'subject', 'c++'],
  [{ subject: 'Senior C#/.NET role' }, 'subject', 'C#'],
  [{ subject: 'R&D: budget' }, 'subject', 'R&D budget'],
  [{ subject: 'Senior C#/.NET role' }, 'subject', '.NET'],
  [{ subject: 'Built on .NET.' }, 'subject', '.net'],
  [{ subject: 'Support 24/7!' }, 'subject', '24/7'],
  [{ subject: '(C++17) released' }, 'subject', 'C++17'],
  [{ subject: 'Now 100%, not 50 %' }, 'subject', '50% 100%'],
  [{ subject: 'The A/B-test' }, 'subject', 'A/B'],
  [{ subject: 'C# or F#?' }, 'subject', 'F#'],
  [{ subject: 'Bill of AT&T: March' }, 'subject', 'at&t'],
  [{ subject: 'Sale at C & A' }, 'subject', 'C&A'],
  [{ subject: 'Your H&amp;M order' }, 'subject', 'H&M'],
  [{ subject: 'Receipt: 12,99€' }, 'subject', '12,99 €'],
  [{ subject: 'Receipt: $1,000, paid' }, 'subject', '$1,000'],
  [{ subject: 'Gutschein über 50 € für Dich' }, 'subject', '50€'],
  [{ subject: 'Your $100 voucher' }, 'subject', '$100'],
  [{ subject: 'Frist nach §5 BGB' }, 'subject', '§ 5'],
  [{ subject: '[shop] Bug (#214): crash' }, 'subject', '#214'],
  [{ subject: '🔥#214🔥' }, 'subject', '#214'],
  [{ subject: 'Node.js 22.1 is out' }, 'subject', 'Node.js'],
  [{ subject: 'Release 2.0, with notes' }, 'subject', '2.0'],
  [{ subject: '@anna mentioned you' }, 'subject', '@anna'],
  [{ subject: 'Acme Inc: bill' }, 'subject', 'Acme Inc.'],
  [{ subject: 'Bill - Müller und Söhne' }, 'subject', 'Müller & Söhne'],
  [{ subject: 'Invoice 7' }, 'subject', 'invoice*'],
  [{ subject: '100% wool' }, 'subject', '100'],
  [{ subject: 'Re: [42] Ваш СЧЁТ готов' }, 'subject', 'счет'],
  [{ subject: 'Invoice: your order' }, 'subject', 'order invoice'],
])('%o matches %s %s', (mail, kind, typed) => {
  expect(fulfils(mail, kind, typed)).toBe(true)
})

test.each<[Mail, ConditionKind, string]>([
  [{ from: 'xanna@shop.example' }, 'address', 'anna@shop.example'],
  [{ from: 'anna@shop.example.evil.example' }, 'address', 'anna@shop.example'],
  [{ from: 'anna+news@shop.example' }, 'address', 'anna@shop.example'],
  [{ from: "o'neil@shop.example" }, 'address', 'oneil@shop.example'],
  [{ from: 'oneil@shop.example' }, 'address', "o'neil@shop.example"],
  [{ from: '"anna@shop.example"@evil.example' }, 'address', 'anna@shop.example'],
  [{ from: 'x@evil.example', fromName: 'anna@shop.example' }, 'address', 'anna@shop.example'],
  [{ from: 'x@evil.example', fromName: 'shop.example' }, 'domain', 'shop.example'],
  [{ from: 'x@evilshop.example' }, 'domain', 'shop.example'],
  [{ from: 'x@shop.example.evil.example' }, 'domain', 'shop.example'],
  [{ from: 'shop.example@evil.example' }, 'domain', 'shop.example'],
  [{ from: 'x@shoр.example' }, 'domain', 'shop.example'],
  [{ headers: { 'list-id': 'letters.shop.example <x.evil.example>' } }, 'list', 'letters.shop.example'],
  [{ headers: { 'list-id': '<all.letters.shop.example>' } }, 'list', 'letters.shop.example'],
  [{ subject: 'Invoices' }, 'subject', 'invoice'],
  [{ subject: 'Invoice' }, 'subject', 'voice'],
  [{ subject: 'Your invoice' }, 'subject', 'invoice order'],
  [{ subject: 'バスの予約' }, 'subject', 'パス'],
  [{ subject: 'Vitamin C' }, 'subject', 'C++'],
  [{ subject: 'C++ and C' }, 'subject', 'C#'],
  [{ subject: 'R and D' }, 'subject', 'R&D'],
  [{ subject: 'Receipt: 112,99€' }, 'subject', '12,99 €'],
  [{ subject: 'Receipt: 12€, 99 points' }, 'subject', '12,99 €'],
  [{ subject: 'ASP.NET' }, 'subject', '.NET'],
  [{ subject: 'Net of taxes' }, 'subject', '.NET'],
  [{ subject: '7 of 24' }, 'subject', '24/7'],
  [{ subject: 'Meeting on 24/7/2026' }, 'subject', '24/7'],
  [{ subject: 'Room 124/7 and 24/75' }, 'subject', '24/7'],
  [{ subject: 'C++17' }, 'subject', 'C++'],
  [{ subject: 'C++ 17' }, 'subject', 'C++17'],
  [{ subject: 'C++' }, 'subject', 'C+'],
  [{ subject: '1100%' }, 'subject', '100%'],
  [{ subject: '99.100% and 100%ig' }, 'subject', '100%'],
  [{ subject: 'Plan B or A' }, 'subject', 'A/B'],
  [{ subject: 'C sharp, F minor' }, 'subject', 'F#'],
  [{ subject: 'At T-shirts' }, 'subject', 'AT&T'],
  [{ subject: 'R&D&I' }, 'subject', 'R&D'],
  [{ subject: '150€, 1,50 € or 50 pounds' }, 'subject', '50€'],
  [{ subject: '$100.50, $1000, US$100 or 100' }, 'subject', '$100'],
  [{ subject: '§ 55 or 5' }, 'subject', '§ 5'],
  [{ subject: '#2145, 214 and #214/2026' }, 'subject', '#214'],
  [{ subject: 'JS on a node' }, 'subject', 'Node.js'],
  [{ subject: '12.0, 2.0.1 and 1.2.0' }, 'subject', '2.0'],
])('%o does not match %s %s', (mail, kind, typed) => {
  expect(fulfils(mail, kind, typed)).toBe(false)
})

test('symbols within a word count, with the ends of the word on both sides', () => {
  const word = fc.stringMatching(/^(?:[a-z]{1,3}[+#&%@][a-z0-9]{0,3}|[#$§@][a-z0-9]{1,4}|[0-9]{1,4}[%€]|[a-z]\/[a-z])$/)
  const end = fc.constantFrom('', ' ', '(', ')', ', ', ': ', '! ', '🔥', ' – ', '"')
  const piece = fc.constantFrom('x', '7', 'é', 'ß', 'я')
  fc.assert(
    fc.property(word, end, end, piece, (value, before, after, joined) => {
      expect(fulfils({ subject: `Re: ${before}${value}${after}` }, 'subject', value)).toBe(true)
      expect(fulfils({ subject: `Re: ${before}${joined}${value}${after}` }, 'subject', value)).toBe(false)
      expect(fulfils({ subject: `Re: ${before}${value}${joined}${after}` }, 'subject', value)).toBe(false)
      const words = value.replaceAll(/[^a-z0-9]/g, ' ')
      expect(fulfils({ subject: words }, 'subject', value)).toBe(false)
    }),
  )
})

test("uses the first match in the user's order", () => {
  const conditions = [
    { kind: 'subject' as const, value: 'invoice', folderId: 'a' },
    { kind: 'domain' as const, value: 'shop.example', folderId: 'b' },
  ]
  const mail = mailWith({ from: 'anna@shop.example', subject: 'Invoice' })
  expect(firstMatchingCondition(mail, conditions)?.folderId).toBe('a')
  expect(firstMatchingCondition(mail, conditions.toReversed())?.folderId).toBe('b')
  expect(firstMatchingCondition(mailWith({}), conditions)).toBeNull()
})

test.each([
  'anna',
  'anna@',
  '@shop.example',
  'anna@shop',
  'a b@shop.example',
  'anna@@shop.example',
  'a@b@shop.example',
])('rejects %s as an address', (typed) => {
  expect(conditionValue('address', typed)).toBeNull()
})

test('normalizes an address idempotently', () => {
  for (const address of ['Anna@Bücher.example', 'x', '', '@', 'a@b@c.example', 'a@bü/cher.example'])
    expect(exactAddress(exactAddress(address))).toBe(exactAddress(address))
  expect(exactAddress('x@bü.example/evil')).not.toBe(exactAddress('x@bü.example'))
})

test('reorders without adding or removing; unnamed conditions keep their position', () => {
  const ids = fc.constantFrom(...'abcdefgh')
  fc.assert(
    fc.property(fc.uniqueArray(ids), fc.array(ids), (there, order) => {
      const conditions = there.map((id) => ({ id }))
      const after = arranged(conditions, order).map(({ id }) => id)
      expect(after.toSorted()).toEqual(there.toSorted())
      for (const [at, id] of there.entries()) if (!order.includes(id)) expect(after[at]).toBe(id)
      const named = [...new Set(order)].filter((id) => there.includes(id))
      expect(after.filter((id) => order.includes(id))).toEqual(named)
    }),
  )
})
