import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { documentReaderLimits, readDocument } from './read-document.ts'
import { pdfOf, zipOf } from './testing/sample-documents.ts'

test('refuses a zip bomb', async () => {
  const bomb = zipOf({ 'word/document.xml': 'a'.repeat(120 * 1024 * 1024) })
  expect(bomb.length).toBeLessThan(1024 * 1024)
  expect(await readDocument('docx', bomb)).toBe(null)
})

test('kills the process of a PDF bomb', async () => {
  const packed = deflateSync(Buffer.alloc(200 * 1024 * 1024, ' '))
  const file = pdfOf('x').toString('latin1')
  const stream = `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed.toString('latin1')}\nendstream`
  const bomb = Buffer.from(
    file.replace(/<< \/Length \d+ >>\nstream\n[^]*?\nendstream/, () => stream),
    'latin1',
  )
  expect(await readDocument('pdf', bomb, { ...documentReaderLimits, memoryBytes: 300 * 1024 * 1024 })).toBe(null)
})
