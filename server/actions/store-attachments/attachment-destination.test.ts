import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MailField, type FolderPlan } from '../../prompts/plan-schema.ts'
import type { MessageMetadata } from '../runner/message-metadata.ts'
import { destinationFolder, destinationFileName, folderPathOf } from './attachment-destination.ts'
import { anyCharacter } from '../../../test/kit/any-character.ts'

const message: MessageMetadata = {
  from: { address: 'anna@shop.example', name: 'Anna Jansen' },
  subject: 'Bill 7',
  receivedOn: '2026-03-04',
}
const emptyMetadata: MessageMetadata = { from: null, subject: null, receivedOn: '1970-01-01' }
const folder = (plan: FolderPlan, { base = 'Base', from = message, file = 'bill.pdf' } = {}) =>
  folderPathOf(destinationFolder(base, plan, from, file) ?? ['none'])

describe('the folders of a file', () => {
  test("are the base folder and the plan's folders, filled from the message", () => {
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
    expect(
      MailField.options.map((field) => folder([[{ field }]], { base: '', from: emptyMetadata, file: 'x' })),
    ).toEqual('/Unknown sender /Unknown sender /Unknown sender /No subject /1970 /01 /01 /Other'.split(/ (?=\/)/))
  })

  test('never shorten the base folder', () => {
    expect(destinationFolder('a/b/c/d/e/f/g/h', [[{ text: 'more' }]], message, 'x')).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
      'f',
      'g',
      'h',
    ])
    expect(destinationFolder('a/b/c/d/e/f/g/h/i', [], message, 'x')).toBeNull()
    expect(destinationFolder('long '.repeat(40), [], message, 'x')).not.toBeNull()
    expect(destinationFolder(`${'a'.repeat(100)}/${'b'.repeat(100)}`, [], message, 'x')).toBeNull()
  })
})

test('a name is the original one, or made of date, sender and number', () => {
  const at = { message, number: 3, folder: ['Base'] }
  const bill = { type: 'file', name: 'Scan: 1.PDF' } as const
  expect(destinationFileName(bill, { ...at, preserveName: true })).toBe('Scan_ 1.PDF')
  expect(destinationFileName(bill, { ...at, preserveName: false })).toBe('2026-03-04_Anna Jansen_3.pdf')
  expect(destinationFileName({ type: 'item', name: 'Re: x' }, { ...at, preserveName: false })).toBe(
    '2026-03-04_Anna Jansen_3.eml',
  )
  expect(destinationFileName({ type: 'item', name: 'Offer.eml' }, { ...at, preserveName: true })).toBe('Offer.eml')
})

const hostile = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 400 }),
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

test('for any message and plan, the file is below the base folder on an accepted path', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,20}$/), { maxLength: 6 }),
      fc.array(template, { maxLength: 6 }),
      fc.record({ address: hostile, name: hostile, subject: hostile, file: hostile, preserveName: fc.boolean() }),
      (base, plan, said) => {
        const from: MessageMetadata = {
          ...message,
          from: { address: said.address, name: said.name },
          subject: said.subject,
        }
        const found = destinationFolder(base.join('/'), plan, from, said.file) ?? []
        const clean = base.map((name) => (/^(con|prn|aux|nul|com\d|lpt\d)$/i.test(name) ? `_${name}` : name))
        expect(found.slice(0, base.length)).toEqual(clean)
        const name = destinationFileName(
          { type: 'file', name: said.file },
          { message: from, preserveName: said.preserveName, number: 1, folder: found },
        )
        for (const segment of [...found, name]) {
          expect(segment).toMatch(/^[^/\\:*?"<>|]+$/)
          expect(segment).not.toMatch(/^\.|\.$|^ | $/)
        }
        expect(found.length).toBeLessThanOrEqual(8)
        expect(`${folderPathOf(found)}/${name}`.length).toBeLessThanOrEqual(240)
      },
    ),
    { numRuns: 200 },
  )
})
