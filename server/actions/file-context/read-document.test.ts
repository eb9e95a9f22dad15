import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { documentKind } from './document-kind.ts'
import { extractDocumentText } from './extract-document-text.ts'
import { readDocument, readerPermissions, documentReaderLimits } from './read-document.ts'
import { docxOf, pdfOf, zipOf } from './testing/sample-documents.ts'

test.each([
  ['text', Buffer.from('caf\xe9', 'latin1'), 'café'],
  ['text', Buffer.from('\ufeffcafé', 'utf16le'), 'café'],
  [
    'html',
    Buffer.from(
      '<html><head><title>no</title></head><body><p>One &amp; &#8364;2</p><script>no()</script><!-- no ' +
        '--><table><tr><td>a</td><td>b</td></table></body>',
    ),
    'One & €2\n\na b',
  ],
] as const)('%s is read as text', async (kind, bytes, text) => {
  expect((await extractDocumentText(kind, bytes)).trim()).toBe(text)
})

const truncatedPdf = pdfOf('x').subarray(0, 100)

test.each([
  ['pdf', Buffer.from('this is none')],
  ['docx', Buffer.from('this is none')],
  ['docx', Buffer.from('PK\x05\x06')],
  ['pdf', truncatedPdf],
] as const)('a broken %s is refused', async (kind, bytes) => {
  await expect(extractDocumentText(kind, bytes)).rejects.toThrow()
})

// Of its real size: `read-document.long.test.ts`.
test('refuses a zip bomb', async () => {
  const bomb = zipOf({ 'word/document.xml': 'a'.repeat(2 * 1024 * 1024) })
  expect(bomb.length).toBeLessThan(20 * 1024)
  await expect(extractDocumentText('docx', bomb, { maxUnpackedBytes: 1024 * 1024 })).rejects.toThrow(RangeError)
})

test('enforces the limits of time, CPU and memory', async () => {
  const limits = { ...documentReaderLimits }
  // A reader starts in more time than this.
  expect(await readDocument('text', Buffer.from('abc'), { ...limits, ms: 1 })).toBe(null)
  expect(await readDocument('text', Buffer.from('abc'), { ...limits, cpuMs: 1 })).toBe(null)
  expect(await readDocument('text', Buffer.alloc(9_000_000, 'a'), { ...limits, memoryBytes: 1_000_000 })).toBe(null)
})

test('the reader process can read our code only, without network access', () => {
  const attempts = {
    "require('fs').readFileSync('server/app.ts')": 'allowed',
    "require('fs').readFileSync('README.md')": 'ERR_ACCESS_DENIED',
    "require('fs').readFileSync('.data/secrets.json')": 'ERR_ACCESS_DENIED',
    "require('fs').readFileSync('/etc/passwd')": 'ERR_ACCESS_DENIED',
    "require('fs').readFileSync('/proc/self/environ')": 'ERR_ACCESS_DENIED',
    "require('fs').writeFileSync('server/app.ts', '')": 'ERR_ACCESS_DENIED',
    "require('child_process').execSync('true')": 'ERR_ACCESS_DENIED',
  }
  const run = (code: string) =>
    spawnSync(process.execPath, [...readerPermissions, '--no-warnings', '-e', code], { env: {}, encoding: 'utf8' })
  const tries = Object.keys(attempts).map((code) => `[${JSON.stringify(code)}, () => ${code}]`)
  const { stdout } = run(`
    for (const [code, attempt] of [${tries.join()}])
      try { attempt(); console.log(JSON.stringify([code, 'allowed'])) }
      catch (error) { console.log(JSON.stringify([code, error.code])) }
    // Emitted after the call.
    require('net').connect(80, '127.0.0.1').on('error', ({ code }) => console.log(JSON.stringify(['connect', code])))`)
  const found: unknown[] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(found).toEqual([...Object.entries(attempts), ['connect', 'ERR_ACCESS_DENIED']])
})

test('limits concurrent readers of any kind and their output; waiting does not count as time', async () => {
  const read = await Promise.all([
    readDocument('text', Buffer.from('Price list\r\n\r\n\r\n\r\nA: 5 €')),
    readDocument('pdf', pdfOf('Invoice 4711 is due')),
    readDocument('docx', docxOf('The contract ends in May'), { ...documentReaderLimits, characters: 12 }),
  ])
  expect(read).toEqual(['Price list\n\nA: 5 €', 'Invoice 4711 is due', 'The contract'])
})

test.each([
  ['Prices.PDF', 'pdf'],
  ['notes.md', 'text'],
  ['a.b.csv', 'text'],
  ['page.htm', 'html'],
  ['letter.docx', 'docx'],
  ['letter.doc', null],
  ['pdf', null],
  ['evil.pdf.exe', null],
  ['x.constructor', null],
])('%s has the kind %s', (name, kind) => {
  expect(documentKind(name)).toBe(kind)
})
