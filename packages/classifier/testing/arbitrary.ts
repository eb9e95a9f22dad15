import fc from 'fast-check'
import type { FolderToSort, MessageToSort } from '../types.ts'

/** No half of a surrogate pair: as the unit `binary` of fast-check, which takes a second to build. */
export const anyCharacter = fc.nat(0x10f7ff).map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800))

/**
 * Mails and folders as fast-check makes them: everything a stranger could send, and small vocabularies, so that things
 * collide.
 */
const WORDS = [
  'invoice',
  'Rechnung',
  'vuelo',
  'meeting',
  'order',
  'cafe\u0301',
  '会議室',
  'Re:',
  'x',
  '',
  '\u0000',
  '\ud800',
  '🎉',
  '<b>',
  '2024-01',
  'Newsletters',
]
const ADDRESSES = [
  'billing@acme.example',
  'Anna <anna@x.example>',
  'no-reply@news.example',
  'a@b',
  '',
  '@',
  'ACME@Acme.Example',
]

const text = fc.oneof(
  fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(' ')),
  fc.string({ unit: anyCharacter, maxLength: 80 }),
)
const address = fc.oneof(fc.constantFrom(...ADDRESSES), fc.string({ maxLength: 30 }))
const headerName = fc.constantFrom(
  'list-id',
  'precedence',
  'in-reply-to',
  'x-mailer',
  'reply-to',
  'list-unsubscribe',
  '__proto__',
)

export const anyMail: fc.Arbitrary<MessageToSort> = fc.record({
  from: address,
  fromName: text,
  to: fc.array(address, { maxLength: 4 }),
  cc: fc.array(address, { maxLength: 2 }),
  subject: text,
  text,
  headers: fc.dictionary(headerName, text, { maxKeys: 3 }),
  attachmentNames: fc.array(text, { maxLength: 2 }),
  receivedAt: fc.date(),
})

export const anyFolders: fc.Arbitrary<FolderToSort[]> = fc.uniqueArray(
  fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), name: text, instructions: text }),
  { selector: ({ id }) => id, maxLength: 5 },
)

export const anyHistory: fc.Arbitrary<{ mail: MessageToSort; folderId: string }[]> = fc.array(
  fc.record({ mail: anyMail, folderId: fc.constantFrom('a', 'b', 'c', 'd', 'inbox') }),
  { maxLength: 12 },
)
