import { expect, test } from 'vitest'
import { AttachmentFilter } from '../../prompts/plan-schema.ts'
import type { GraphAttachment } from '../../vendors/graph.ts'
import { filterAttachments } from './filter-attachments.ts'

const message = { from: { address: 'anna@shop.example', name: 'Anna' }, subject: 'Bill', receivedAt: new Date(0) }
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
const everything = { basePath: '', preserveNames: true, filter: AttachmentFilter.parse({}), folder: [] }
const reason = (attachment: GraphAttachment, shown: string[] = []) =>
  filterAttachments([attachment], message, everything, shown)?.[0]?.skipReason

test.for([
  [file('photo.jpg'), null],
  [file('photo.jpg', { contentId: 'other' }), null],
  [file('photo.jpg', { contentId: 'shown' }), 'inline_picture'],
  [file('photo.jpg', { isInline: true }), 'inline_picture'],
  [file('no ending', { isInline: true, contentType: 'image/gif' }), 'inline_picture'],
  [file('bill.pdf', { isInline: true }), null],
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
  expect(reason(attachment, ['shown'])).toBe(skipReason)
})

test('filters by name, size and sender; numbers count the stored files', () => {
  const rules = { ...everything, preserveNames: false, filter: AttachmentFilter.parse({ types: ['pdf'] }) }
  const found = filterAttachments([file('a.pdf'), file('b.zip'), file('c.pdf')], message, rules, [])
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
    [],
  )
  expect(many?.filter(({ skipReason }) => skipReason === 'too_many')).toHaveLength(30)
  const large = Array.from({ length: 4 }, (_, n) => file(`${n}`, { size: 150 * 2 ** 20 }))
  expect(filterAttachments(large, message, everything, [])?.map(({ skipReason }) => skipReason)).toEqual([
    null,
    null,
    null,
    'too_many',
  ])
})

test('stores nothing with an invalid base folder', () => {
  expect(filterAttachments([file('a')], message, { ...everything, basePath: 'a/b/c/d/e/f/g/h/i' }, [])).toBeNull()
})
