import { BadCommand, type CommandParser } from './command-parser.ts'
import { nstring, readDate } from './format.ts'
import { addImapMessage, createFolder, deleteFolder, folderNamed, recordChange, renameFolder } from './mailbox.ts'
import { mailboxOf, openFolder, Refused, type Session } from './session.ts'
import type { ImapFolder, ImapMailbox } from './state.ts'
import { encodeUtf7 } from './utf7.ts'

const quoted = (name: string): string => nstring(encodeUtf7(name))

function readMailbox(command: CommandParser): string {
  command.need(' ')
  const name = command.mailbox()
  command.end()
  return name
}

export async function create(session: Session, command: CommandParser): Promise<string> {
  createFolder(session.sandbox.imap, mailboxOf(session), readMailbox(command))
  recordChange(session.sandbox, mailboxOf(session))
  return 'OK CREATE completed'
}

export async function remove(session: Session, command: CommandParser): Promise<string> {
  deleteFolder(mailboxOf(session), readMailbox(command))
  recordChange(session.sandbox, mailboxOf(session))
  return 'OK DELETE completed'
}

export async function rename(session: Session, command: CommandParser): Promise<string> {
  command.need(' ')
  const from = command.mailbox()
  renameFolder(mailboxOf(session), from, readMailbox(command))
  recordChange(session.sandbox, mailboxOf(session))
  return 'OK RENAME completed'
}

export const subscribeTo =
  (subscribed: boolean) =>
  async (session: Session, command: CommandParser): Promise<string> => {
    folderNamed(mailboxOf(session), readMailbox(command)).subscribed = subscribed
    session.sandbox.changed()
    return `OK ${subscribed ? 'SUBSCRIBE' : 'UNSUBSCRIBE'} completed`
  }

export const list =
  (name: 'LIST' | 'LSUB') =>
  async (session: Session, command: CommandParser): Promise<string> => {
    const mailbox = mailboxOf(session)
    command.need(' ')
    const reference = command.mailbox()
    command.need(' ')
    const pattern = command.pattern()
    command.end()
    const separator = quoted(mailbox.separator)
    if (pattern === '') session.send(`* ${name} (\\Noselect) ${separator} ""`)
    const wanted = patternOf(`${reference}${pattern}`, mailbox.separator)
    for (const path of name === 'LIST' ? allPaths(mailbox) : subscribedPaths(mailbox)) {
      const isWanted = wanted.test(path) || (path === 'INBOX' && wanted.test('inbox'))
      if (isWanted) session.send(`* ${name} (${attributesOf(mailbox, path).join(' ')}) ${separator} ${quoted(path)}`)
    }
    return `OK ${name} completed`
  }

/** The folders, and parents that are none. */
function allPaths({ folders, separator }: ImapMailbox): string[] {
  const parents = [...folders.keys()].flatMap((path) => {
    const parts = path.split(separator)
    return parts.slice(1).map((_part, index) => parts.slice(0, index + 1).join(separator))
  })
  return [...new Set([...folders.keys(), ...parents])].toSorted()
}

const subscribedPaths = ({ folders }: ImapMailbox): string[] =>
  [...folders.values()].filter(({ subscribed }) => subscribed).map(({ name }) => name)

function attributesOf(mailbox: ImapMailbox, path: string): string[] {
  const folder = mailbox.folders.get(path)
  const hasChildren = [...mailbox.folders.keys()].some((one) => one.startsWith(path + mailbox.separator))
  const specialUse = mailbox.hidden.includes('SPECIAL-USE') ? null : (folder?.specialUse ?? null)
  const own = folder ? (specialUse === null ? [] : [specialUse]) : ['\\Noselect']
  return [...own, hasChildren ? '\\HasChildren' : '\\HasNoChildren']
}

function patternOf(pattern: string, separator: string): RegExp {
  const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('%', `[^${separator}]*`)}$`)
}

export async function namespace(session: Session, command: CommandParser): Promise<string> {
  command.end()
  const { prefix, separator } = mailboxOf(session)
  session.send(`* NAMESPACE ((${quoted(prefix)} ${quoted(separator)})) NIL NIL`)
  return 'OK NAMESPACE completed'
}

export const select =
  (name: 'SELECT' | 'EXAMINE') =>
  async (session: Session, command: CommandParser): Promise<string> => {
    const mailbox = mailboxOf(session)
    const path = readMailbox(command)
    session.selected = null
    const folder = folderNamed(mailbox, path)
    const isReadOnly = name === 'EXAMINE'
    const anyKeyword = mailbox.hidden.includes('KEYWORDS') ? '' : ' \\*'
    openFolder(session, folder, isReadOnly)
    const flags = String.raw`\Answered \Flagged \Deleted \Seen \Draft`
    const keywords = [...new Set(folder.entries.flatMap(({ message }) => [...message.flags]))]
      .filter((flag) => !flag.startsWith('\\'))
      .map((flag) => ` ${flag}`)
      .join('')
    const firstUnseen = folder.entries.findIndex(({ message }) => !message.flags.has('\\Seen')) + 1
    session.send(`* FLAGS (${flags}${keywords})`)
    session.send(`* OK [PERMANENTFLAGS (${isReadOnly ? '' : `${flags}${keywords}${anyKeyword}`})] Flags permitted`)
    session.send(`* ${folder.entries.length} EXISTS`)
    session.send('* 0 RECENT')
    if (firstUnseen > 0) session.send(`* OK [UNSEEN ${firstUnseen}] First unseen`)
    session.send(`* OK [UIDVALIDITY ${folder.uidValidity}] UIDs valid`)
    session.send(`* OK [UIDNEXT ${folder.nextUid}] Predicted next UID`)
    return `OK [${isReadOnly ? 'READ-ONLY' : 'READ-WRITE'}] ${name} completed`
  }

const STATUS: Record<string, (folder: ImapFolder) => number> = {
  MESSAGES: ({ entries }) => entries.length,
  RECENT: () => 0,
  UIDNEXT: ({ nextUid }) => nextUid,
  UIDVALIDITY: ({ uidValidity }) => uidValidity,
  UNSEEN: ({ entries }) => entries.filter(({ message }) => !message.flags.has('\\Seen')).length,
}

export async function status(session: Session, command: CommandParser): Promise<string> {
  command.need(' ')
  const name = command.mailbox()
  command.need(' ')
  const items = command.list(() => command.atom('STATUS item').toUpperCase())
  command.end()
  const unknown = items.find((item) => !STATUS[item])
  if (unknown !== undefined || items.length === 0) throw new BadCommand(`Unknown STATUS item ${unknown ?? ''}`)
  const folder = folderNamed(mailboxOf(session), name)
  session.send(`* STATUS ${quoted(name)} (${items.map((item) => `${item} ${STATUS[item]?.(folder)}`).join(' ')})`)
  return 'OK STATUS completed'
}

const MAX_MESSAGE_BYTES = 25 * 2 ** 20

export async function append(session: Session, command: CommandParser): Promise<string> {
  const mailbox = mailboxOf(session)
  command.need(' ')
  const name = command.mailbox()
  command.need(' ')
  const flags = command.peek(/^\(/) ? command.flags() : []
  if (flags.length > 0 || command.accept(' ')) command.accept(' ')
  let internalDate: number | undefined
  if (command.peek(/^"/)) {
    internalDate = readDate(command.astring('Date')) ?? undefined
    if (internalDate === undefined) throw new BadCommand('Invalid date')
    command.need(' ')
  }
  const raw = command.literal()
  command.end()
  const folder = folderNamed(mailbox, name, 'TRYCREATE')
  if (raw.length === 0) throw new Refused('Empty message')
  if (raw.length > MAX_MESSAGE_BYTES) throw new Refused('[TOOBIG] The message is too large')
  const options = { flags, ...(internalDate !== undefined && { internalDate }) }
  const { uid } = addImapMessage(session.sandbox, mailbox, folder, raw, options)
  const code = mailbox.hidden.includes('UIDPLUS') ? '' : `[APPENDUID ${folder.uidValidity} ${uid}] `
  return `OK ${code}APPEND completed`
}
