import { expect, test } from 'vitest'
import { asDropboxNames } from './strip-dropbox-characters.ts'

const attachment = {
  id: 'a',
  type: 'file',
  name: '',
  contentType: '',
  size: 1,
  isInline: false,
  contentId: null,
} as const

test.each([
  ['🧾.pdf', 'attachment.pdf'],
  ['🧾 Invoice 7.pdf', 'Invoice 7.pdf'],
  ['Bill 👩‍👩‍👧.pdf', 'Bill.pdf'],
  ['𠮷野.docx', '野.docx'],
  ['a.🧾', 'a'],
  ['☎ Übersicht é 請求書.pdf', '☎ Übersicht é 請求書.pdf'],
  ['CON🧾.txt', '_CON.txt'],
])('%s becomes %s', (name, expected) => {
  const planned = { attachment, name, folder: ['📁 Bills', '📁', 'Ü'], skipReason: null }
  expect(asDropboxNames(planned)).toMatchObject({ name: expected, folder: ['Bills', 'Other', 'Ü'] })
})
