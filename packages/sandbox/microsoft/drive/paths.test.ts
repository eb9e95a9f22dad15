import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWorld } from '../../kit/create-world.ts'
import { readAddress } from './address.ts'
import { freeName } from './names.ts'
import { driveOf } from './state.ts'

const drive = driveOf(createWorld({ demo: false }), 'anna@contoso.example')
const segment = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 })

test('whatever the segments of a path are, they come back as they were encoded', () => {
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
])('%s is read', (path, segments, action) => {
  expect(readAddress(drive, path)).toEqual({ from: drive.root, segments, action })
})

test.each(['', 'rootx', 'special/documents', 'items/', 'items/nothing'])('%s names nothing', (path) => {
  expect(() => readAddress(drive, path)).toThrow()
})

test('a new name is one that nobody has, and keeps its extension', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a.pdf', 'a 1.pdf', 'a 2.pdf', 'a 3.pdf')), (taken: string[]) => {
      const name = freeName('a.pdf', (wanted) => taken.includes(wanted))
      expect(taken).not.toContain(name)
      expect(name).toMatch(/^a(?: \d)?\.pdf$/)
    }),
  )
  expect(freeName('.profile', (wanted) => wanted === '.profile')).toBe('.profile 1')
})
