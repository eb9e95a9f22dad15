import type { CommandParser } from './command-parser.ts'
import { BadCommand } from './command-parser.ts'
import { internalDate, literal, nstring } from './format.ts'
import { labelsOf } from './mailbox.ts'
import { envelopeOf, headerLines, type MimePart, partAt, readPart, structureOf } from './mime-part.ts'
import type { Entry, ImapFolder, ImapMailbox } from './state.ts'
import { encodeUtf7 } from './utf7.ts'

/** What one item of FETCH responds for a message. */
type FetchItem = {
  name: string
  /** Whether reading it sets \Seen. */
  sees: boolean
  render: (read: Reading) => string
}
type Reading = { mailbox: ImapMailbox; folder: ImapFolder; entry: Entry; text: string; part: () => MimePart }

const SIMPLE: Record<string, FetchItem['render']> = {
  FLAGS: ({ entry }) => `(${[...entry.message.flags].join(' ')})`,
  UID: ({ entry }) => String(entry.uid),
  INTERNALDATE: ({ entry }) => `"${internalDate(entry.message.internalDate)}"`,
  'RFC822.SIZE': ({ text }) => String(text.length),
  ENVELOPE: ({ part }) => envelopeOf(part()),
  BODYSTRUCTURE: ({ part }) => structureOf(part()),
}
const GMAIL: Record<string, FetchItem['render']> = {
  'X-GM-MSGID': ({ entry }) => entry.message.id,
  'X-GM-THRID': ({ entry }) => entry.message.id,
  'X-GM-LABELS': ({ mailbox, entry, folder }) =>
    `(${labelsOf(mailbox, entry.message, folder)
      .map((label) => nstring(encodeUtf7(label)))
      .join(' ')})`,
}

/** Reads the items of FETCH. UID FETCH always responds the UID. */
export function readFetchItems(command: CommandParser, { gmail }: ImapMailbox, isByUid: boolean): FetchItem[] {
  const items = command.peek(/^\(/) ? command.list(() => readItem(command, gmail)) : [readItem(command, gmail)]
  if (items.length === 0) throw new BadCommand('Empty FETCH list')
  const uid: FetchItem = { name: 'UID', sees: false, render: ({ entry }) => String(entry.uid) }
  return isByUid && !items.some(({ name }) => name === 'UID') ? [uid, ...items] : items
}

function readItem(command: CommandParser, gmail: boolean): FetchItem {
  const name = command.read(/[A-Za-z0-9.-]+/, 'FETCH item').toUpperCase()
  const isPeek = name === 'BODY.PEEK'
  if ((name === 'BODY' || isPeek) && command.accept('[')) return readSection(command, !isPeek)
  const render = SIMPLE[name] ?? (gmail ? GMAIL[name] : undefined)
  if (!render || isPeek) throw new BadCommand(`Unknown FETCH item ${name}`)
  return { name, sees: false, render }
}

/** `BODY[1.2.HEADER.FIELDS (From)]<0.1000>`, after the bracket. */
function readSection(command: CommandParser, sees: boolean): FetchItem {
  const path: number[] = []
  while (command.peek(/^[1-9]/)) {
    path.push(command.number('Part'))
    if (!command.accept('.')) break
  }
  const text = command.peek(/^\]/) ? '' : command.read(/[A-Za-z.]+/, 'Section').toUpperCase()
  const isFields = text === 'HEADER.FIELDS' || text === 'HEADER.FIELDS.NOT'
  if (!['', 'HEADER', 'TEXT', 'MIME'].includes(text) && !isFields) throw new BadCommand(`Unknown section ${text}`)
  if (text === 'MIME' && path.length === 0) throw new BadCommand('MIME needs a part')
  let fields: string[] = []
  if (isFields) {
    command.need(' ')
    fields = command.list(() => command.astring('Header name'))
  }
  command.need(']')
  const range = command.accept('<') ? readRange(command) : null
  const shownFields = isFields ? ` (${fields.map((field) => field.toUpperCase()).join(' ')})` : ''
  const section = [...path, ...(text ? [text] : [])].join('.') + shownFields
  return {
    name: `BODY[${section}]${range ? `<${range.from}>` : ''}`,
    sees,
    render({ part }) {
      const content = sectionOf(part(), path, text, fields)
      if (content === null) return 'NIL'
      return literal(range ? content.slice(range.from, range.from + range.size) : content)
    },
  }
}

function readRange(command: CommandParser): { from: number; size: number } {
  const from = command.number('Offset')
  command.need('.')
  const size = command.number('Size')
  command.need('>')
  if (size === 0) throw new BadCommand('The size of a part is not 0')
  return { from, size }
}

function sectionOf(root: MimePart, path: readonly number[], text: string, fields: readonly string[]): string | null {
  const part = partAt(root, path)
  if (!part) return null
  if (text === 'MIME') return part.header
  if (text === '') return path.length === 0 ? part.header + part.body : part.body
  // The header and text of a part are those of the message in it.
  const message = path.length === 0 ? part : part.message
  if (!message) return null
  if (text === 'TEXT') return message.body
  if (text === 'HEADER') return message.header
  const isNot = text === 'HEADER.FIELDS.NOT'
  const wanted = new Set(fields.map((field) => field.toLowerCase()))
  const lines = headerLines(message.header).filter(
    (line) => wanted.has(line.slice(0, line.indexOf(':')).trim().toLowerCase()) !== isNot,
  )
  return `${lines.join('')}\r\n`
}

/** The data of a FETCH response. Sets \Seen where an item does and the folder is open for writing. */
export function fetchEntry(
  mailbox: ImapMailbox,
  folder: ImapFolder,
  entry: Entry,
  items: readonly FetchItem[],
  isReadOnly: boolean,
): string {
  const text = Buffer.from(entry.message.raw).toString('latin1')
  let read: MimePart | undefined
  const reading: Reading = { mailbox, folder, entry, text, part: () => (read ??= readPart(text)) }
  const isSeen = !isReadOnly && items.some(({ sees }) => sees) && !entry.message.flags.has('\\Seen')
  if (isSeen) entry.message.flags.add('\\Seen')
  const shown = items.map(({ name, render }) => `${name} ${render(reading)}`)
  if (isSeen && !items.some(({ name }) => name === 'FLAGS')) shown.push(`FLAGS ${SIMPLE['FLAGS']?.(reading)}`)
  return `(${shown.join(' ')})`
}
