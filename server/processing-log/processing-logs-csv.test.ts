import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './processing-logs-csv.ts'

/** A parser of RFC 4180 to test the writer with. */
function readCsv(text: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  let at = 0
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      at++
      for (;;) {
        if (text[at] !== '"') cell += text[at++]
        else if (text[at + 1] === '"') {
          cell += '"'
          at += 2
        } else break
      }
      at++
    } else {
      while (text[at] !== ',' && text[at] !== '\r') cell += text[at++]
      expect(cell).not.toMatch(/["\n]/)
    }
    record.push(cell)
    if (text[at] === ',') at++
    else {
      expect(text.slice(at, at + 2)).toBe('\r\n')
      at += 2
      records.push(record)
      record = []
    }
  }
  return records
}

const nasty = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '"', ',', "'", ' ', '＝', 'a', '|') }),
)

test('preserves every text, except that no cell can start a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.array(nasty, { minLength: 2, maxLength: 4 }), { maxLength: 4 }), (lines) => {
      const read = readCsv(lines.map(csvLine).join(''))
      expect(read).toHaveLength(lines.length)
      lines.forEach((cells, line) => {
        expect(read[line]).toHaveLength(cells.length)
        cells.forEach((cell, at) => {
          const out = read[line]?.[at] ?? ''
          expect([cell, `'${cell}`]).toContain(out)
          expect(out).not.toMatch(/^\s*[=+\-@＝＋－＠]|^[\t\r]/)
        })
      })
    }),
  )
})

test.for(['=1+1', '+49 30', '-5', '@SUM(A1)', '\tx', '\rx', ' =1', '=cmd|"/c calc"!A1'])('escapes %j', (text) => {
  expect(readCsv(csvLine([text, '']))).toEqual([[`'${text}`, '']])
})

test.for(['Invoice 7', "'quoted'", 'a=b', '', '10 %'])('leaves %j unchanged', (text) => {
  expect(readCsv(csvLine([text, '']))).toEqual([[text, '']])
})
