import { crc32, deflateRawSync } from 'node:zlib'

/** Minimal documents for tests. */

export function pdfOf(text: string): Buffer {
  const content = `BT /F1 12 Tf 40 700 Td (${text.replace(/[()\\]/g, '')}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = file.length
    file += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  const size = objects.length + 1
  return Buffer.from(`${file}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`)
}

const package_ = 'http://schemas.openxmlformats.org/package/2006'
const document = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'
const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

export const docxOf = (text: string): Buffer =>
  zipOf({
    '[Content_Types].xml': [
      `<Types xmlns="${package_}/content-types">`,
      '<Default Extension="xml" ContentType="application/xml"/></Types>',
    ].join(''),
    '_rels/.rels':
      `<Relationships xmlns="${package_}/relationships">` +
      `<Relationship Id="r1" Type="${document}" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': [
      `<w:document xmlns:w="${main}">`,
      `<w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
    ].join(''),
  })

export function zipOf(entries: Record<string, string>): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(entries)) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const more = Buffer.alloc(14)
    more.writeUInt32LE(at, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, more, Buffer.from(name)]))
    locals.push(local)
    at += local.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(central.length, 4)
  end.writeUInt16LE(central.length, 6)
  end.writeUInt32LE(Buffer.concat(central).length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...locals, ...central, Buffer.from('PK\x05\x06'), end])
}
