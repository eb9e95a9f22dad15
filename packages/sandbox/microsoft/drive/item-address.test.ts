import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSandboxState } from '../../sandbox-state.ts'
import { readAddress } from './item-address.ts'
import { freeName } from './item-names.ts'
import { driveOf } from './state.ts'

/** No half of a surrogate pair: as the unit `binary` of fast-check, which takes a second to build. */
const anyCharacter = fc.nat(0x10f7ff).map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800))

const drive = driveOf(createSandboxState({ demo: false }), 'anna@contoso.example')
const segment = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 20 })

test('decodes any encoded path segments', () => {
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), (segments) => {
      const path = `root:/${segments.map(encodeURIComponent).join('/')}:/content`
      expect(readAddress(drive, path)).toEqual({ from: drive.root, segments, action: 'content' })
    }),
  )
})

test.each([
  ['root', [], ''],
  ['root:', [], ''],
  ['root:/a', ['a'], ''],
  ['root:/a/b:', ['a', 'b'], ''],
  ['root:/a:/children', ['a'], 'children'],
  ['Root:/a:/microsoft.graph.createUploadSession', ['a'], 'createUploadSession'],
  [`items/${drive.root.id}:/a:/content`, ['a'], 'content'],
])('parses %s', (path, segments, action) => {
  expect(readAddress(drive, path)).toEqual({ from: drive.root, segments, action })
})

test.each(['', 'rootx', 'special/documents', 'items/', 'items/nothing'])('refuses %s', (path) => {
  expect(() => readAddress(drive, path)).toThrow()
})

test('a free name keeps its extension', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a.pdf', 'a 1.pdf', 'a 2.pdf', 'a 3.pdf')), (taken: string[]) => {
      const name = freeName('a.pdf', (wanted) => taken.includes(wanted))
      expect(taken).not.toContain(name)
      expect(name).toMatch(/^a(?: \d)?\.pdf$/)
    }),
  )
  expect(freeName('.profile', (wanted) => wanted === '.profile')).toBe('.profile 1')
})
