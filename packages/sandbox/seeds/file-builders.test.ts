import { Buffer } from 'node:buffer'
import { crc32, inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pdf, png, zip } from './file-builders.ts'

test('the cross-reference table of a document points at its objects', () => {
  const text = Buffer.from(pdf(['Grüße (1)', String.raw`a \ b`])).toString('latin1')
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n /gm)].map((match) => Number(match[1]))
  expect(offsets.length).toBe(5)
  for (const [index, offset] of offsets.entries()) expect(text.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj`))
  expect(text.slice(Number(/startxref\n(\d+)/.exec(text)?.[1]))).toMatch(/^xref/)
  expect(text).toContain(String.raw`(Grüße \(1\)) Tj`)
})

test('a picture has its declared size and rows', () => {
  const bytes = Buffer.from(png(3, 2, [255, 0, 0]))
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([3, 2])
  const length = bytes.readUInt32BE(33)
  const data = bytes.subarray(41, 41 + length)
  expect(inflateSync(data).length).toBe(2 * (1 + 3 * 3))
  expect(bytes.readUInt32BE(41 + length)).toBe(crc32(bytes.subarray(37, 41 + length)))
})

test.each([false, true])('an archive lists its files where they are (locked: %s)', (locked) => {
  const bytes = Buffer.from(zip({ 'a.txt': 'one', 'ü.txt': 'two' }, locked))
  const end = bytes.length - 22
  expect(bytes.readUInt16LE(end + 10)).toBe(2)
  let entry = bytes.readUInt32LE(end + 16)
  for (const [name, text] of [
    ['a.txt', 'one'],
    ['ü.txt', 'two'],
  ] as const) {
    const local = bytes.readUInt32LE(entry + 42)
    const nameLength = Buffer.byteLength(name)
    expect(bytes.toString('utf8', local + 30, local + 30 + nameLength)).toBe(name)
    expect(bytes.readUInt16LE(local + 6) & 1).toBe(locked ? 1 : 0)
    const content = bytes.toString('utf8', local + 30 + nameLength, local + 30 + nameLength + text.length)
    expect(content === text).toBe(!locked)
    entry += 46 + nameLength
  }
  expect(entry).toBe(end)
})
