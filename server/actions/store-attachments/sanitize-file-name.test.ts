import { posix } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { removeInvisible } from '../../../contract/clean-text.ts'
import { sanitizeFileName } from './sanitize-file-name.ts'
import { anyCharacter } from '../../../test/kit/any-character.ts'

describe('names that every service accepts', () => {
  test.for([
    ['bill.pdf', 'bill.pdf'],
    ["Kim's 100% #1 & more.pdf", "Kim's 100% #1 & more.pdf"],
    ['Füü naïve 😀.pdf', 'Füü naïve 😀.pdf'],
    ['Fu\u0308u\u0308.pdf', 'Füü.pdf'],
    ['a/b\\c:d*e?f"g<h>i|j.pdf', 'a_b_c_d_e_f_g_h_i_j.pdf'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['..\\..\\boot.ini', '_.._boot.ini'],
    ['C:\\Windows\\win.ini', 'C__Windows_win.ini'],
    ['.', 'attachment'],
    ['..', 'attachment'],
    ['...', 'attachment'],
    ['', 'attachment'],
    [' \t\n', 'attachment'],
    ['\u200b\u202e\ufeff', 'attachment'],
    ['.pdf', 'attachment.pdf'],
    ['~$bill.docx', '$bill.docx'],
    ['  .bill.pdf. . ', 'bill.pdf'],
    ['bill.pdf\u202e', 'bill.pdf'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['a\u0000b\u0007c\r\nd.pdf', 'abc d.pdf'],
    ['CON', '_CON'],
    ['con.txt', '_con.txt'],
    ['Nul .tar.gz', '_Nul .tar.gz'],
    ['com7', '_com7'],
    ['lpt¹.pdf', '_lpt¹.pdf'],
    ['console.pdf', 'console.pdf'],
    ['desktop.ini', '_desktop.ini'],
    ['Thumbs.db', '_Thumbs.db'],
    ['my_vti_file.pdf', 'my_vti-file.pdf'],
    ['id:abc', 'id_abc'],
    ['ns:123/x', 'ns_123_x'],
    ['\ud800half.pdf', 'half.pdf'],
    ['请求.tar.gz', '请求.tar.gz'],
    ['👨\u200d👩\u200d👧 Family.pdf', '👨\u200d👩\u200d👧 Family.pdf'],
    ['❤\ufe0f  Wedding\u200b.pdf', '❤\ufe0f Wedding.pdf'],
    ['می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
    ['ශ්\u200dරී.pdf', 'ශ්\u200dරී.pdf'],
    ['in\u200cvoice\u200d.pdf', 'invoice.pdf'],
  ] as const)('%j → %j', ([name, clean]) => {
    expect(sanitizeFileName(name)).toBe(clean)
  })

  test('keeps the blanks of a folder that the user named', () => {
    expect(sanitizeFileName('Tax  2026', { keepsBlanks: true })).toBe('Tax  2026')
    expect(sanitizeFileName('  👩\u200d💻  Work\t\t ', { keepsBlanks: true })).toBe('👩\u200d💻  Work')
  })

  test('shortens a long name before its extension', () => {
    expect(sanitizeFileName(`${'a'.repeat(300)}.pdf`)).toBe(`${'a'.repeat(116)}.pdf`)
    expect(sanitizeFileName(`${'😀'.repeat(300)}.pdf`)).toBe(`${'😀'.repeat(49)}.pdf`)
    expect(sanitizeFileName(`${'a '.repeat(300)}.pdf`)).toMatch(/^(a )+a\.pdf$/)
  })
})

const pieces = [
  ['.', '..', '/', '\\', ' ', '~', ':', '_vti_', 'con', 'nul', 'desktop', '.ini', '.lock', '.pdf', '<', '>', '|'],
  ['\0', '\n', '\ud800', '\udc00', '😀', 'é', 'e\u0301', '\u0338', '\u202e', '\u200b', '%2e%2e', 'Å', '\u1100\u1161'],
  ['\u3164', '\u00ad', '\u2028', '\ufeff', '\u{e0041}', '\u200c', '\u200d', '\ufe0f', '👩', 'می', '🏴', '\u{e007f}'],
]
const piece = fc.constantFrom(...pieces.flat())
const hostile = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.array(fc.oneof(piece, fc.string({ maxLength: 20 })), { maxLength: 40 }).map((parts) => parts.join('')),
)

describe('any name', () => {
  test('becomes one safe segment of bounded length, and sanitizing is idempotent', () => {
    fc.assert(
      fc.property(hostile, (name) => {
        const clean = sanitizeFileName(name)
        expect(clean).not.toMatch(/[/\\:*?"<>|\p{Cc}\p{Co}\p{Cn}\p{Cs}]|^[ .~]|[ .]$|^$/u)
        expect(clean).toBe(removeInvisible(clean))
        expect(clean).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$|^(desktop\.ini|thumbs\.db)$|_vti_/i)
        expect(clean.length).toBeLessThanOrEqual(120)
        expect(Buffer.byteLength(clean)).toBeLessThanOrEqual(200)
        expect(clean.isWellFormed()).toBe(true)
        expect(clean).toBe(clean.normalize('NFC'))
        expect(sanitizeFileName(clean)).toBe(clean)
      }),
      { numRuns: 1000 },
    )
  })

  test('stays directly inside its folder', () => {
    fc.assert(
      fc.property(hostile, (name) => {
        const path = posix.join('/Finance/2026', sanitizeFileName(name))
        expect(posix.dirname(path)).toBe('/Finance/2026')
        expect(decodeURIComponent(encodeURIComponent(path))).toBe(path)
      }),
    )
  })

  test('keeps its extension', () => {
    fc.assert(
      fc.property(
        hostile,
        fc.stringMatching(/^[a-z0-9]{1,8}$/),
        fc.integer({ min: 40, max: 120 }),
        (name, ending, most) => {
          const clean = sanitizeFileName(`${name.slice(0, 500)}.${ending}`, { most })
          expect(clean.endsWith(`.${ending}`)).toBe(true)
          expect(clean.length).toBeLessThanOrEqual(most)
        },
      ),
      { numRuns: 400 },
    )
  })

  test('takes linear time for a megabyte', () => {
    const clean = sanitizeFileName(`${'. ~'.repeat(400_000)}.pdf`)
    expect(clean.length).toBeLessThanOrEqual(120)
  })
})
