import { expect, test } from 'vitest'
import { AttachmentFilter } from '../../prompts/plan-schema.ts'
import type { GraphAttachment } from '../../vendors/graph.ts'
import { filterAttachments } from './filter-attachments.ts'

const message = {
  from: { address: 'anna@shop.example', name: 'Anna' },
  subject: 'Bill',
  receivedOn: '1970-01-01',
}
const file = (name: string, more: Partial<GraphAttachment> = {}): GraphAttachment => ({
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
const reason = (attachment: GraphAttachment) => filterAttachments([attachment], message, everything)?.[0]?.skipReason
const inline = { isInline: true }
const inText = { isInline: true, contentId: 'shown' }
const camera = { isInline: true, contentId: 'shown', size: 3_000_000 }
const jpeg = { ...inline, contentType: 'image/jpeg' }

test.for([
  [file('photo.jpg'), null],
  [file('photo.jpg', { contentId: 'other' }), null],
  [file('photo.jpg', { contentId: 'shown' }), 'inline_picture'],
  [file('no ending', { contentId: 'shown', contentType: 'image/gif' }), 'inline_picture'],
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
  [file('logo.png', { ...inline, size: 8000 }), 'signature'],
  [file('acme_logo2.gif', { ...inline, size: 8000 }), 'signature'],
  [file('linkedin.png', { ...inline, size: 900 }), 'signature'],
  [file('logo.png', { size: 8000 }), null],
  [file('logo.png', inline), null],
  [file('Logbuch.jpg', { ...inline, size: 8000 }), null],
  // The text of an email of a Mac refers to the photos that were added.
  [file('IMG_4711.JPG', { ...inText, size: 900 }), 'inline_picture'],
  [file('IMG_4711.JPG', camera), null],
  [file('IMG_4712.HEIC', camera), null],
  [file('DSC01234.jpg', camera), null],
  [file('20261124_091000.jpg', camera), null],
  [file('Screenshot 2026-11-24 at 09.10.00.png', camera), null],
  [file('Capture d’écran 2026-11-24.png', camera), null],
  [file('image001.png', camera), 'inline_picture'],
  [file('header.jpg', camera), 'inline_picture'],
  [file('imgood.jpg', camera), 'inline_picture'],
  [file('bill.pdf', { contentId: 'shown' }), null],
  [file('image001.png', { size: 5000 }), 'signature'],
  [file('image001.png', { size: 500_000 }), null],
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
