import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MailField, type FolderPlan } from '../../prompts/plan.ts'
import { folderFor, nameFor, pathOf, type Sent } from './place.ts'

const mail: Sent = {
  from: { address: 'anna@shop.example', name: 'Anna Jansen' },
  subject: 'Bill 7',
  receivedAt: new Date('2026-03-04T23:30:00Z'),
}
const nobody: Sent = { from: null, subject: null, receivedAt: new Date(0) }
const folder = (plan: FolderPlan, { base = 'Base', from = mail, file = 'bill.pdf' } = {}) =>
  pathOf(folderFor(base, plan, from, file) ?? ['none'])

describe('the folders of a file', () => {
  test('are the base, and below it what the plan says, filled from the mail', () => {
    expect(folder([])).toBe('/Base')
    expect(folder([], { base: ' /Finance// 2026 /' })).toBe('/Finance/2026')
    expect(
      folder([
        [{ text: 'Bills of ' }, { field: 'sender_name' }],
        [{ field: 'year' }, { text: '-' }, { field: 'month' }],
      ]),
    ).toBe('/Base/Bills of Anna Jansen/2026-03')
    expect(MailField.options.map((field) => folder([[{ field }]], { base: '' }))).toEqual(
      '/Anna Jansen /anna@shop.example /shop.example /Bill 7 /2026 /03 /04 /pdf'.split(/ (?=\/)/),
    )
    expect(MailField.options.map((field) => folder([[{ field }]], { base: '', from: nobody, file: 'x' }))).toEqual(
      '/Unknown sender /Unknown sender /Unknown sender /No subject /1970 /01 /01 /Other'.split(/ (?=\/)/),
    )
  })

  test('keep the base whole, or there are none', () => {
    expect(folderFor('a/b/c/d/e/f/g/h', [[{ text: 'more' }]], mail, 'x')).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
      'f',
      'g',
      'h',
    ])
    expect(folderFor('a/b/c/d/e/f/g/h/i', [], mail, 'x')).toBeNull()
    expect(folderFor('long '.repeat(40), [], mail, 'x')).not.toBeNull()
    expect(folderFor(`${'a'.repeat(100)}/${'b'.repeat(100)}`, [], mail, 'x')).toBeNull()
  })
})

test('a name is the own one, or made of day, sender and number', () => {
  const at = { mail, number: 3, folder: ['Base'] }
  const bill = { type: 'file', name: 'Scan: 1.PDF' } as const
  expect(nameFor(bill, { ...at, keepsName: true })).toBe('Scan_ 1.PDF')
  expect(nameFor(bill, { ...at, keepsName: false })).toBe('2026-03-04_Anna Jansen_3.pdf')
  expect(nameFor({ type: 'item', name: 'Re: x' }, { ...at, keepsName: false })).toBe('2026-03-04_Anna Jansen_3.eml')
  expect(nameFor({ type: 'item', name: 'Offer.eml' }, { ...at, keepsName: true })).toBe('Offer.eml')
})

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc
    .array(fc.constantFrom('..', '/', '\\', 'a', ' ', '.', '~', '\u202e', '😀', 'CON', '_vti_', ':'), { maxLength: 60 })
    .map((parts) => parts.join('')),
)
const template = fc.array(
  fc.oneof(
    fc.record({ field: fc.constantFrom(...MailField.options) }),
    fc.record({ text: hostile.filter((text) => text !== '').map((text) => text.slice(0, 100)) }),
  ),
  { minLength: 1, maxLength: 8 },
)

test('whatever a mail and a plan say, the file lies below the base, on a path that stores take', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,20}$/), { maxLength: 6 }),
      fc.array(template, { maxLength: 6 }),
      fc.record({ address: hostile, name: hostile, subject: hostile, file: hostile, keepsName: fc.boolean() }),
      (base, plan, said) => {
        const from: Sent = { ...mail, from: { address: said.address, name: said.name }, subject: said.subject }
        const found = folderFor(base.join('/'), plan, from, said.file) ?? []
        const clean = base.map((name) => (/^(con|prn|aux|nul|com\d|lpt\d)$/i.test(name) ? `_${name}` : name))
        expect(found.slice(0, base.length)).toEqual(clean)
        const name = nameFor(
          { type: 'file', name: said.file },
          { mail: from, keepsName: said.keepsName, number: 1, folder: found },
        )
        for (const segment of [...found, name]) {
          expect(segment).toMatch(/^[^/\\:*?"<>|]+$/)
          expect(segment).not.toMatch(/^\.|\.$|^ | $/)
        }
        expect(found.length).toBeLessThanOrEqual(8)
        expect(`${pathOf(found)}/${name}`.length).toBeLessThanOrEqual(240)
      },
    ),
    { numRuns: 2000 },
  )
})
