import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { buildPdf } from './build-pdf.ts'

test('the cross-reference table of a document points at its objects', () => {
  const text = Buffer.from(buildPdf(['Grüße (1)', String.raw`a \ b`])).toString('latin1')
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n /gm)].map((match) => Number(match[1]))
  expect(offsets.length).toBe(5)
  for (const [index, offset] of offsets.entries()) expect(text.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj`))
  expect(text.slice(Number(/startxref\n(\d+)/.exec(text)?.[1]))).toMatch(/^xref/)
  expect(text).toContain(String.raw`(Grüße \(1\)) Tj`)
})
