import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentOf, createSink } from './file-content.ts'
import { parseFields, pick } from './fields.ts'
import { addFile, createDrive, type DriveFile, dropOldestBytes } from './drive-model.ts'
import { readParts } from './multipart.ts'
import { parseQuery } from './query.ts'

const drive = createDrive(0)
const fileCalled = (name: string): DriveFile =>
  addFile(drive, 0, { name, mimeType: 'text/plain', parent: drive.root, madeBy: null })
const parse = (q: string) => parseQuery(q, { email: 'kim@gmail.example', folderOf: () => drive.root })

const anyName = fc.string({ unit: fc.constantFrom("'", '\\', 'a', 'é', '😀', ' ', '\n', '"', ')', ' or ') })

test('an escaped name matches exactly itself', () => {
  fc.assert(
    fc.property(anyName, anyName, (name, other) => {
      const escaped = name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
      const matches = parse(`name = '${escaped}' and trashed = false`)
      expect(matches(fileCalled(name))).toBe(true)
      expect(matches(fileCalled(other))).toBe(other === name)
    }),
  )
})

test('and, or, not and parentheses follow Boolean logic', () => {
  type Formula = { text: string; value: boolean }
  const { formula } = fc.letrec<{ formula: Formula }>((tie) => ({
    formula: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom({ text: 'trashed = false', value: true }, { text: `name = 'other'`, value: false }),
      tie('formula').map(({ text, value }) => ({ text: `not (${text})`, value: !value })),
      fc
        .tuple(tie('formula'), tie('formula'))
        .map(([a, b]) => ({ text: `(${a.text}) and (${b.text})`, value: a.value && b.value })),
      fc
        .tuple(tie('formula'), tie('formula'))
        .map(([a, b]) => ({ text: `((${a.text}) or (${b.text}))`, value: a.value || b.value })),
    ),
  }))
  const file = fileCalled('this')
  fc.assert(
    fc.property(formula, ({ text, value }) => {
      expect(parse(text)(file)).toBe(value)
    }),
  )
})

test('the second part of a multipart body is the file, for any bytes', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom('\r\n', '\r\n--', '--cu', '\n--cut-'),
      (bytes, odd) => {
        const content = Buffer.concat([bytes, Buffer.from(odd), bytes])
        const body = Buffer.concat([
          Buffer.from('--cut\r\nContent-Type: application/json\r\n\r\n{}\r\n--cut\r\nContent-Type: text/plain\r\n\r\n'),
          content,
          Buffer.from('\r\n--cut--\r\n'),
        ])
        fc.pre(content.indexOf('\r\n--cut') < 0)
        const parts = readParts('multipart/related; boundary="cut"', body)
        expect(parts.map((part) => part.bytes.toString('hex'))).toEqual([
          Buffer.from('{}').toString('hex'),
          content.toString('hex'),
        ])
      },
    ),
  )
})

test('content is the same for any chunks', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 50 })), (pieces) => {
      const sink = createSink()
      for (const piece of pieces) sink.add(piece)
      expect(sink.end()).toEqual(contentOf(Buffer.concat(pieces)))
    }),
  )
})

test('of many large files the oldest lose their bytes', () => {
  const full = createDrive(0)
  const content = contentOf(Buffer.alloc(8 * 2 ** 20))
  for (let count = 0; count < 33; count++) {
    addFile(full, 0, { name: 'a', mimeType: 'text/plain', parent: full.root, madeBy: null, content: { ...content } })
  }
  dropOldestBytes(full)
  const [oldest, ...rest] = [...full.files.values()].map((file) => file.content?.bytes ?? null)
  expect(oldest).toBeNull()
  expect(rest).not.toContain(null)
})

test('fields select exactly the named properties', () => {
  const names = ['id', 'name', 'size', 'owners']
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }), fc.boolean(), (kept, asList) => {
      const value = Object.fromEntries(names.map((name) => [name, { inner: name, more: 1 }]))
      const text = kept.map((name, place) => (place % 2 === 0 ? `${name}/inner` : `${name}(inner)`)).join(',')
      const expected = Object.fromEntries(kept.map((name) => [name, { inner: name }]))
      const picked = pick(asList ? [value] : value, parseFields(text))
      expect(picked).toEqual(asList ? [expected] : expected)
    }),
  )
})
