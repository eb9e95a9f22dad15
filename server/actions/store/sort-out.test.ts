import { expect, test } from 'vitest'
import { AttachmentFilter } from '../../prompts/plan.ts'
import type { GraphAttachment } from '../../vendors/graph.ts'
import { sortOut } from './sort-out.ts'

const mail = { from: { address: 'anna@shop.example', name: 'Anna' }, subject: 'Bill', receivedAt: new Date(0) }
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
const everything = { basePath: '', keepsNames: true, filter: AttachmentFilter.parse({}), folder: [] }
const reason = (attachment: GraphAttachment, shown: string[] = []) =>
  sortOut([attachment], mail, everything, shown)?.[0]?.leftOut

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
] as const)('%j: %j', ([attachment, leftOut]) => {
  expect(reason(attachment, ['shown'])).toBe(leftOut)
})

test('a filter decides by name, size and sender; numbers count what is stored', () => {
  const rules = { ...everything, keepsNames: false, filter: AttachmentFilter.parse({ types: ['pdf'] }) }
  const found = sortOut([file('a.pdf'), file('b.zip'), file('c.pdf')], mail, rules, [])
  expect(found?.map(({ name, leftOut }) => [name, leftOut])).toEqual([
    ['1970-01-01_Anna_1.pdf', null],
    ['b.zip', 'not_meant'],
    ['1970-01-01_Anna_2.pdf', null],
  ])
})

test('of one mail at most 100 files and 500 MB are stored', () => {
  const many = sortOut(
    Array.from({ length: 130 }, (_, n) => file(`${n}`)),
    mail,
    everything,
    [],
  )
  expect(many?.filter(({ leftOut }) => leftOut === 'too_many')).toHaveLength(30)
  const large = Array.from({ length: 4 }, (_, n) => file(`${n}`, { size: 150 * 2 ** 20 }))
  expect(sortOut(large, mail, everything, [])?.map(({ leftOut }) => leftOut)).toEqual([null, null, null, 'too_many'])
})

test('a base folder that is none stores nothing at all', () => {
  expect(sortOut([file('a')], mail, { ...everything, basePath: 'a/b/c/d/e/f/g/h/i' }, [])).toBeNull()
})
