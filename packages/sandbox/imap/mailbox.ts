import type { Entry, Imap, ImapFolder, ImapMailbox, ImapMessage, ImapSandbox } from './state.ts'

/** Why a change of a mailbox is refused: a response code of IMAP (RFC 5530) and a sentence. */
export class MailboxError extends Error {
  readonly code: 'ALREADYEXISTS' | 'NONEXISTENT' | 'TRYCREATE' | 'CANNOT'
  constructor(code: MailboxError['code'], message: string) {
    super(message)
    this.code = code
  }
}

const FOLDERS = { Drafts: '\\Drafts', Sent: '\\Sent', Junk: '\\Junk', Trash: '\\Trash', Archive: '\\Archive' }
const GMAIL_FOLDERS = {
  '[Gmail]/All Mail': '\\All',
  '[Gmail]/Drafts': '\\Drafts',
  '[Gmail]/Sent Mail': '\\Sent',
  '[Gmail]/Spam': '\\Junk',
  '[Gmail]/Starred': '\\Flagged',
  '[Gmail]/Trash': '\\Trash',
}

type NewImapMailbox = Pick<ImapMailbox, 'address' | 'password'> &
  Partial<Pick<ImapMailbox, 'gmail' | 'separator' | 'prefix' | 'hidden' | 'signIn'>> & { folders?: string[] }

export function createImapMailbox(imap: Imap, options: NewImapMailbox): ImapMailbox {
  const { folders = [], gmail = false, separator = '/', prefix = '', hidden = [], signIn = 'ok', ...own } = options
  const address = own.address.trim()
  const mailbox = { ...own, address, gmail, separator, prefix, hidden, signIn, folders: new Map(), counter: 0 }
  imap.mailboxes.set(address.toLowerCase(), mailbox)
  createFolder(imap, mailbox, 'INBOX')
  for (const [name, specialUse] of Object.entries(gmail ? GMAIL_FOLDERS : FOLDERS))
    createFolder(imap, mailbox, prefix + name, specialUse)
  for (const name of folders) createFolder(imap, mailbox, prefix + name.replaceAll('/', separator))
  return mailbox
}

export function createFolder(
  imap: Imap,
  mailbox: ImapMailbox,
  name: string,
  specialUse: string | null = null,
): ImapFolder {
  const path = name.endsWith(mailbox.separator) ? name.slice(0, -1) : name
  if (mailbox.folders.has(path)) throw new MailboxError('ALREADYEXISTS', 'Mailbox already exists')
  const isOutside = path !== 'INBOX' && !path.startsWith(mailbox.prefix)
  const hasOtherSeparator = mailbox.separator === '.' && path.includes('/')
  if (path.split(mailbox.separator).includes('') || isOutside || hasOtherSeparator)
    throw new MailboxError('CANNOT', 'Invalid mailbox name')
  const uidValidity = (imap.uidValidity += 1)
  const folder = { name: path, uidValidity, nextUid: 1, entries: [], specialUse, subscribed: specialUse !== null }
  mailbox.folders.set(path, folder)
  return folder
}

export function deleteFolder(mailbox: ImapMailbox, name: string): void {
  const folder = folderNamed(mailbox, name)
  if (name === 'INBOX' || (mailbox.gmail && folder.specialUse)) throw new MailboxError('CANNOT', 'Cannot delete it')
  mailbox.folders.delete(name)
}

/** Renames the folder and those below it, which keep UIDs and UIDVALIDITY. */
export function renameFolder(mailbox: ImapMailbox, from: string, to: string): void {
  folderNamed(mailbox, from)
  if (mailbox.folders.has(to)) throw new MailboxError('ALREADYEXISTS', 'Mailbox already exists')
  if (from === 'INBOX') throw new MailboxError('CANNOT', 'Cannot rename the inbox')
  const isWithin = ({ name }: ImapFolder): boolean => name === from || name.startsWith(from + mailbox.separator)
  for (const folder of [...mailbox.folders.values()].filter(isWithin)) {
    mailbox.folders.delete(folder.name)
    folder.name = to + folder.name.slice(from.length)
    mailbox.folders.set(folder.name, folder)
  }
}

export function folderNamed(
  mailbox: ImapMailbox,
  name: string,
  code: 'NONEXISTENT' | 'TRYCREATE' = 'NONEXISTENT',
): ImapFolder {
  const folder = mailbox.folders.get(name)
  if (!folder) throw new MailboxError(code, "Mailbox doesn't exist")
  return folder
}

/** Stores a message and announces it. */
export function addImapMessage(
  sandbox: ImapSandbox,
  mailbox: ImapMailbox,
  folder: ImapFolder,
  raw: Uint8Array,
  { flags = [], internalDate = sandbox.clock.now() }: { flags?: string[]; internalDate?: number } = {},
): Entry {
  const id = String(1_200_000_000_000_000_000n + BigInt((mailbox.counter += 1)))
  const entry = addEntry(folder, { id, raw, internalDate, flags: new Set(flags) })
  const all = allMailOf(mailbox)
  if (all && all !== folder && !isOutsideAllMail(folder)) addEntry(all, entry.message)
  recordChange(sandbox, mailbox)
  return entry
}

/** @returns the entry in the target; at Gmail the one that is there already */
export function copyEntry(mailbox: ImapMailbox, { message }: Entry, target: ImapFolder): Entry {
  if (!mailbox.gmail) {
    const id = String(1_200_000_000_000_000_000n + BigInt((mailbox.counter += 1)))
    return addEntry(target, { ...message, id, flags: new Set(message.flags) })
  }
  if (isOutsideAllMail(target)) for (const folder of mailbox.folders.values()) removeMessage(folder, message)
  return target.entries.find((entry) => entry.message === message) ?? addEntry(target, message)
}

export function moveEntry(mailbox: ImapMailbox, from: ImapFolder, entry: Entry, target: ImapFolder): Entry {
  removeEntry(mailbox, from, entry)
  if (mailbox.gmail) return copyEntry(mailbox, entry, target)
  return addEntry(target, entry.message)
}

/** At Gmail removing a message from a folder takes the label away: All Mail keeps it. */
export function removeEntry(mailbox: ImapMailbox, folder: ImapFolder, entry: Entry): void {
  if (folder !== allMailOf(mailbox)) folder.entries = folder.entries.filter((one) => one !== entry)
}

export function recordChange(sandbox: ImapSandbox, mailbox: ImapMailbox): void {
  for (const announce of sandbox.imap.watchers.get(mailbox) ?? []) announce()
  sandbox.changed()
}

/** The names of the labels of X-GM-LABELS: the folder that is open and All Mail are none. */
export function labelsOf(mailbox: ImapMailbox, message: ImapMessage, open: ImapFolder): string[] {
  const others = [...mailbox.folders.values()].filter((folder) => folder !== open && folder.specialUse !== '\\All')
  const having = others.filter((folder) => folder.entries.some((entry) => entry.message === message))
  return having.map(({ name, specialUse }) => (name === 'INBOX' ? '\\Inbox' : (specialUse ?? name)))
}

/** The folder of the mailbox's provider for this use. */
export const folderFor = (mailbox: ImapMailbox, specialUse: string): ImapFolder | undefined =>
  [...mailbox.folders.values()].find((folder) => folder.specialUse === specialUse)

const allMailOf = (mailbox: ImapMailbox): ImapFolder | undefined =>
  mailbox.gmail ? folderFor(mailbox, '\\All') : undefined

const isOutsideAllMail = ({ specialUse }: ImapFolder): boolean => specialUse === '\\Junk' || specialUse === '\\Trash'

function addEntry(folder: ImapFolder, message: ImapMessage): Entry {
  const entry = { uid: folder.nextUid++, message }
  folder.entries = [...folder.entries, entry]
  return entry
}

function removeMessage(folder: ImapFolder, message: ImapMessage): void {
  folder.entries = folder.entries.filter((entry) => entry.message !== message)
}
