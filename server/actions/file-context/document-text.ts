import { inflateRawSync } from 'node:zlib'
import mammoth from 'mammoth'
import { extractText, getDocumentProxy } from 'unpdf'
import { visibleText } from '../../../packages/visible-text/visible-text.ts'
import type { DocumentKind } from './document-kind.ts'

/** The text of a document. Only for `read-document.ts`: whoever wrote the file may have made it to break its reader. */
export async function documentText(kind: DocumentKind, bytes: Uint8Array): Promise<string> {
  if (kind === 'text') return decoded(bytes)
  if (kind === 'html') return visibleText(decoded(bytes))
  if (kind === 'docx') {
    checkUnpacked(Buffer.from(bytes))
    return (await mammoth.extractRawText({ buffer: Buffer.from(bytes) })).value
  }
  const pdf = await getDocumentProxy(bytes, { useSystemFonts: false, verbosity: 0 })
  return (await extractText(pdf, { mergePages: true })).text
}

/** UTF-8, UTF-16 where it says so, else as Windows wrote it in the West. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const mostUnpacked = 100 * 1024 * 1024
const centralHeader = 0x02014b50
const endOfCentral = 0x06054b50

/** A small archive may unpack to any size, whatever it says of itself: it is unpacked once within bounds before it is read. */
function checkUnpacked(zip: Buffer): void {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end === -1 || zip.readUInt32LE(end) !== endOfCentral) throw new Error('This is no archive')
  let at = zip.readUInt32LE(end + 16)
  let room = mostUnpacked
  for (let entries = zip.readUInt16LE(end + 10); entries > 0; entries -= 1) {
    if (zip.readUInt32LE(at) !== centralHeader) throw new Error('This archive is damaged')
    const method = zip.readUInt16LE(at + 10)
    const packed = zip.readUInt32LE(at + 20)
    const local = zip.readUInt32LE(at + 42)
    const content = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const part = zip.subarray(content, content + packed)
    room -= method === 8 ? inflateRawSync(part, { maxOutputLength: room }).length : part.length
    if (room <= 0) throw new Error('This archive unpacks to too much')
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
}
