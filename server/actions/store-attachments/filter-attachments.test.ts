import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AttachmentFilter } from '../../prompts/plan-schema.ts'
import type { Attachment } from '../../vendors/mailbox/attachment.ts'
import { filterAttachments } from './filter-attachments.ts'

const message = {
  from: { address: 'anna@shop.example', name: 'Anna' },
  subject: 'Bill',
  receivedOn: '1970-01-01',
}
const file = (name: string, more: Partial<Attachment> = {}): Attachment => ({
  id: name,
  type: 'file',
  name,
  contentType: '',
  size: 100_000,
  isInline: false,
  contentId: null,
  ...more,
})
const everything = {
  basePath: '',
  preserveNames: true,
  filter: AttachmentFilter.parse({}),
  folder: [],
  contentIds: ['shown'],
}
const reason = (attachment: Attachment) => filterAttachments([attachment], message, everything)?.[0]?.skipReason
const small = 8000
const inline = { isInline: true }
const inText = { isInline: true, contentId: 'shown' }
const jpeg = { ...inline, contentType: 'image/jpeg' }

test.for([
  [file('photo.jpg'), null],
  [file('photo.jpg', { contentId: 'other' }), null],
  [file('photo.jpg', { contentId: 'other', size: small }), null],
  [file('no ending', { contentId: 'shown', contentType: 'image/gif', size: small }), 'inline_picture'],
  // Apple's programs show each attachment within the text.
  [file('IMG_4711.JPG', { ...jpeg, size: 300 }), null],
  [file('IMG_4711.HEIC', inline), null],
  [file('Fax.tiff', { ...inline, contentType: 'image/tiff' }), null],
  [file('Bildschirmfoto 2026-11-24 um 09.10.00.png', inline), null],
  [file('', jpeg), null],
  [file('image0.jpeg', { ...jpeg, contentId: 'not-shown' }), null],
  [file('bill.pdf', inline), null],
  [file('notes.txt', { ...inText, contentType: 'text/plain' }), null],
  [file('Re: Offer', { ...inText, type: 'item' }), null],
  [file('bill.pdf', { contentId: 'shown', size: small }), null],
  [file('image001.png', { ...inline, size: small }), 'signature'],
  [file('logo.png', { ...inline, size: small }), 'signature'],
  [file('acme_logo2.gif', { ...inline, size: small }), 'signature'],
  [file('linkedin.png', { ...inline, size: 900 }), 'signature'],
  [file('logo.png', inline), null],
  [file('Logbuch.jpg', { ...inline, size: small }), null],
  [file('Logo Entwurf 2.png', { ...inline, size: small }), null],
  [file('Icon set, draft.svg', { ...inline, size: small }), null],
  [file('Banner für die Messe.png', { ...inline, size: small }), null],
  [file('Signature of the contract.jpg', { ...inline, size: small }), null],
  // The user has attached it.
  [file('image001.jpg', { contentType: 'image/jpeg', size: small }), null],
  [file('image003.png', { size: small, contentId: 'other' }), null],
  [file('logo.png', { size: small }), null],
  [file('signatur.gif', { size: 900 }), null],
  [file('ATT00001.txt', { contentType: 'text/plain', size: 200 }), 'text_part'],
  [file('ATT00002.htm', { ...inline, contentType: 'text/html', size: small }), 'text_part'],
  [file('ATT00001.txt', { contentType: 'text/plain' }), null],
  [file('ATT00001.pdf', { contentType: 'application/pdf', size: small }), null],
  [file('ATT2026.txt', { contentType: 'text/plain', size: 200 }), null],
  [file('smime.p7s'), 'signature'],
  [file('odd', { contentType: 'application/pgp-signature' }), 'signature'],
  [file('smime.p7m', { contentType: 'application/pkcs7-mime' }), null],
  [file('a', { size: 0 }), 'empty'],
  [file('a', { size: 200 * 2 ** 20 }), null],
  [file('a', { size: 200 * 2 ** 20 + 1 }), 'too_large'],
  [file('a', { type: 'reference' }), 'linked'],
  [file('image001.png', { type: 'item' }), null],
] as const)('%j: %j', ([attachment, skipReason]) => {
  expect(reason(attachment)).toBe(skipReason)
})

const nameOfPicture = fc.oneof(
  fc.constantFrom(
    'IMG_E0012.JPG',
    'image0.jpeg',
    'FullSizeRender.jpg',
    'PastedGraphic-1.tiff',
    'IMG-20261124-WA0003.jpg',
  ),
  fc.constantFrom(
    'CleanShot 2026-11-24 at 09.10.00@2x.png',
    'WhatsApp Image 2026-11-24 at 09.10.00.jpeg',
    'P1010042.JPG',
  ),
  fc.constantFrom('Bildschirmfoto 2026-11-24.png', 'Capture d’écran 2026-11-24.png', 'Captura de pantalla (3).png'),
  fc.constantFrom('Schermafbeelding 2026-11-24.png', 'Zrzut ekranu 2026.png', 'Ekran Alıntısı.PNG', '屏幕截图.png'),
  fc.constantFrom('header.jpg', 'image001.png', 'logo.png', '74C1D0A2-5E0B-4C7B.heic', '20261124_091000.jpg', 'x.webp'),
  fc.string({ maxLength: 30 }).map((name) => `${name}.png`),
)

test('a picture of the text is left out by its size alone, whatever its name', () => {
  fc.assert(
    fc.property(nameOfPicture, fc.integer({ min: 1, max: 5_000_000 }), (name, size) => {
      const skipReason = size <= 32 * 1024 ? 'inline_picture' : null
      expect(reason(file(name, { ...inText, size }))).toBe(skipReason)
      expect(reason(file(name, { size }))).toBeNull()
    }),
  )
})

test('filters by name, size and sender; numbers count the stored files', () => {
  const rules = { ...everything, preserveNames: false, filter: AttachmentFilter.parse({ types: ['pdf'] }) }
  const found = filterAttachments([file('a.pdf'), file('b.zip'), file('c.pdf')], message, rules)
  expect(found?.map(({ name, skipReason }) => [name, skipReason])).toEqual([
    ['1970-01-01_Anna_1.pdf', null],
    ['b.zip', 'not_meant'],
    ['1970-01-01_Anna_2.pdf', null],
  ])
})

test('stores at most 100 files and 500 MB of a message', () => {
  const many = filterAttachments(
    Array.from({ length: 130 }, (_, n) => file(`${n}`)),
    message,
    everything,
  )
  expect(many?.filter(({ skipReason }) => skipReason === 'too_many')).toHaveLength(30)
  const large = Array.from({ length: 4 }, (_, n) => file(`${n}`, { size: 150 * 2 ** 20 }))
  expect(filterAttachments(large, message, everything)?.map(({ skipReason }) => skipReason)).toEqual([
    null,
    null,
    null,
    'too_many',
  ])
})

test('stores nothing with an invalid base folder', () => {
  expect(filterAttachments([file('a')], message, { ...everything, basePath: 'a/b/c/d/e/f/g/h/i' })).toBeNull()
})
