import { inflateRawSync } from 'node:zlib'
import mammoth from 'mammoth'
import { extractText, getDocumentProxy } from 'unpdf'
import { visibleText } from '../../../packages/visible-text/visible-text.ts'
import type { DocumentKind } from './document-kind.ts'

/**
 * Extracts a document's text. Call it only in `document-reader-process.ts`: the file is untrusted and may be built to
 * attack the parser.
 */
export async function extractDocumentText(
  kind: DocumentKind,
  bytes: Uint8Array,
  { maxUnpackedBytes = 100 * 1024 * 1024 } = {},
): Promise<string> {
  if (kind === 'text') return decodeText(bytes)
  if (kind === 'html') return visibleText(decodeText(bytes))
  if (kind === 'docx') {
    checkUnpackedSize(Buffer.from(bytes), maxUnpackedBytes)
    return (await mammoth.extractRawText({ buffer: Buffer.from(bytes) })).value
  }
  const pdf = await getDocumentProxy(bytes, { useSystemFonts: false, verbosity: 0 })
  return (await extractText(pdf, { mergePages: true })).text
}

/** Decodes UTF-8, UTF-16 if there is a byte order mark, otherwise Windows-1252. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const centralHeader = 0x02014b50
const endOfCentral = 0x06054b50

/**
 * Unpacks the archive once within a size limit before it is parsed: its own size fields cannot be trusted (zip bomb).
 */
function checkUnpackedSize(zip: Buffer, maxBytes: number): void {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end === -1 || zip.readUInt32LE(end) !== endOfCentral) throw new Error('Not a zip archive')
  let at = zip.readUInt32LE(end + 16)
  let remainingBytes = maxBytes
  for (let entries = zip.readUInt16LE(end + 10); entries > 0; entries -= 1) {
    if (zip.readUInt32LE(at) !== centralHeader) throw new Error('The archive is damaged')
    const method = zip.readUInt16LE(at + 10)
    const packed = zip.readUInt32LE(at + 20)
    const local = zip.readUInt32LE(at + 42)
    const content = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const part = zip.subarray(content, content + packed)
    remainingBytes -= method === 8 ? inflateRawSync(part, { maxOutputLength: remainingBytes }).length : part.length
    if (remainingBytes <= 0) throw new Error('The archive unpacks to more than the limit')
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
}
