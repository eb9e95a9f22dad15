import { BadCommand, type CommandParser, numbersIn } from './command-parser.ts'
import { fetchEntry, readFetchItems } from './fetch.ts'
import { copyEntry, folderNamed, moveEntry, recordChange, removeEntry } from './mailbox.ts'
import { search as matching } from './search.ts'
import { mailboxOf, markShown, Refused, selectedOf, sendChanges, type Session, writableOf } from './session.ts'
import type { Entry, ImapFolder } from './state.ts'

type Numbered = { number: number; entry: Entry }

/** The messages of a set. UIDs that do not exist are ignored; sequence numbers that do not exist are refused. */
function readSet(session: Session, command: CommandParser, isByUid: boolean): Numbered[] {
  const { view } = selectedOf(session)
  command.need(' ')
  const set = command.sequenceSet()
  const all = view.map((entry, index) => ({ number: index + 1, entry }))
  if (isByUid) {
    const uids = new Set(
      numbersIn(
        set,
        view.map(({ uid }) => uid),
      ),
    )
    return all.filter(({ entry }) => uids.has(entry.uid))
  }
  const highest = Math.max(0, ...set.split(/[:,]/).map((text) => (text === '*' ? 1 : Number(text))))
  if (highest > view.length) throw new BadCommand('Invalid message sequence number')
  const numbers = new Set(
    numbersIn(
      set,
      all.map(({ number }) => number),
    ),
  )
  return all.filter(({ number }) => numbers.has(number))
}

export const fetch =
  (isByUid: boolean) =>
  async (session: Session, command: CommandParser): Promise<string> => {
    const mailbox = mailboxOf(session)
    const chosen = readSet(session, command, isByUid)
    command.need(' ')
    const items = readFetchItems(command, mailbox, isByUid)
    command.end()
    const selected = selectedOf(session)
    for (const { number, entry } of chosen) {
      session.send(`* ${number} FETCH ${fetchEntry(mailbox, selected.folder, entry, items, selected.isReadOnly)}`)
      markShown(selected, entry.message)
    }
    if (items.some(({ sees }) => sees)) recordChange(session.sandbox, mailbox)
    return 'OK FETCH completed'
  }

const MAX_KEYWORD_LENGTH = 100

export const store =
  (isByUid: boolean) =>
  async (session: Session, command: CommandParser): Promise<string> => {
    const chosen = readSet(session, command, isByUid)
    command.need(' ')
    const item = command.read(/[+-]?FLAGS(?:\.SILENT)?/i, 'FLAGS').toUpperCase()
    command.need(' ')
    const flags = command.flags()
    command.end()
    if (flags.some((flag) => flag.length > MAX_KEYWORD_LENGTH)) throw new Refused('[LIMIT] Keyword is too long')
    const selected = writableOf(session)
    if (mailboxOf(session).hidden.includes('KEYWORDS') && flags.some((flag) => !flag.startsWith('\\')))
      throw new Refused('Keywords are not stored')
    for (const { number, entry } of chosen) {
      const { message } = entry
      if (!/^[+-]/.test(item)) message.flags.clear()
      for (const flag of flags) {
        const same = [...message.flags].find((one) => one.toLowerCase() === flag.toLowerCase())
        if (item.startsWith('-')) message.flags.delete(same ?? flag)
        else message.flags.add(same ?? flag)
      }
      markShown(selected, message)
      const shown = `${isByUid ? `UID ${entry.uid} ` : ''}FLAGS (${[...message.flags].join(' ')})`
      if (!item.endsWith('.SILENT')) session.send(`* ${number} FETCH (${shown})`)
    }
    recordChange(session.sandbox, mailboxOf(session))
    return 'OK STORE completed'
  }

export const search =
  (isByUid: boolean) =>
  async (session: Session, command: CommandParser): Promise<string> => {
    const { view } = selectedOf(session)
    command.need(' ')
    if (command.peek(/^CHARSET /i)) {
      command.atom('CHARSET')
      command.need(' ')
      const charset = command.astring('Charset')
      if (!/^(?:utf-8|us-ascii)$/i.test(charset)) throw new Refused('[BADCHARSET (UTF-8 US-ASCII)] Unknown charset')
      command.need(' ')
    }
    const found = matching(command, view, mailboxOf(session).gmail)
    const shown = isByUid ? found.map((number) => view[number - 1]?.uid) : found
    session.send(['* SEARCH', ...shown].join(' '))
    return 'OK SEARCH completed'
  }

export const copy =
  (isByUid: boolean) =>
  async (session: Session, command: CommandParser): Promise<string> => {
    const mailbox = mailboxOf(session)
    const { chosen, folder, target } = readTransfer(session, command, isByUid)
    const pairs = chosen.map(({ entry }) => [entry, copyEntry(mailbox, entry, target)] as const)
    recordChange(session.sandbox, mailbox)
    return `OK ${copyUid(session, folder, target, pairs)}COPY completed`
  }

export const move =
  (isByUid: boolean) =>
  async (session: Session, command: CommandParser): Promise<string> => {
    const mailbox = mailboxOf(session)
    if (mailbox.hidden.includes('MOVE')) throw new BadCommand('Unknown command')
    writableOf(session)
    const { chosen, folder, target } = readTransfer(session, command, isByUid)
    const pairs = chosen.map(({ entry }) => [entry, moveEntry(mailbox, folder, entry, target)] as const)
    const code = copyUid(session, folder, target, pairs)
    if (code) session.send(`* OK ${code}Moved UIDs`)
    sendChanges(session, true)
    recordChange(session.sandbox, mailbox)
    return 'OK MOVE completed'
  }

function readTransfer(session: Session, command: CommandParser, isByUid: boolean) {
  const mailbox = mailboxOf(session)
  const named = readSet(session, command, isByUid)
  command.need(' ')
  const name = command.mailbox()
  command.end()
  const { folder } = selectedOf(session)
  const present = new Set(folder.entries)
  // Another client may have removed a message that this one still knows.
  const chosen = named.filter(({ entry }) => present.has(entry))
  return { chosen, folder, target: folderNamed(mailbox, name, 'TRYCREATE') }
}

function copyUid(
  session: Session,
  from: ImapFolder,
  target: ImapFolder,
  pairs: readonly (readonly [Entry, Entry])[],
): string {
  if (pairs.length === 0 || mailboxOf(session).hidden.includes('UIDPLUS')) return ''
  const [old, now] = [0, 1].map((side) => pairs.map((pair) => pair[side]?.uid).join(','))
  return from === target && old === now ? '' : `[COPYUID ${target.uidValidity} ${old} ${now}] `
}

/** EXPUNGE, and UID EXPUNGE of a set (RFC 4315). */
export const expunge =
  (isByUid: boolean) =>
  async (session: Session, command: CommandParser): Promise<string> => {
    const mailbox = mailboxOf(session)
    if (isByUid && mailbox.hidden.includes('UIDPLUS')) throw new BadCommand('Unknown command')
    const named = isByUid ? new Set(readSet(session, command, true).map(({ entry }) => entry)) : null
    command.end()
    removeDeleted(session, named)
    sendChanges(session, true)
    return 'OK EXPUNGE completed'
  }

function removeDeleted(session: Session, named: Set<Entry> | null): void {
  const mailbox = mailboxOf(session)
  const { folder } = writableOf(session)
  for (const entry of folder.entries) {
    const isDeleted = entry.message.flags.has('\\Deleted') && (named === null || named.has(entry))
    if (isDeleted) removeEntry(mailbox, folder, entry)
  }
  recordChange(session.sandbox, mailbox)
}

/** Announces changes until the client ends it (RFC 2177). */
export async function idle(session: Session, command: CommandParser): Promise<string> {
  command.end()
  const mailbox = mailboxOf(session)
  if (mailbox.hidden.includes('IDLE')) throw new BadCommand('Unknown command')
  const { watchers } = session.sandbox.imap
  const announce = (): void => sendChanges(session, true)
  session.send('+ idling')
  announce()
  watchers.set(mailbox, (watchers.get(mailbox) ?? new Set()).add(announce))
  try {
    const line = await session.nextLine()
    if (line !== null && line.toUpperCase() !== 'DONE') throw new BadCommand('DONE expected')
    return 'OK IDLE completed'
  } finally {
    const others = watchers.get(mailbox)
    others?.delete(announce)
    if (others?.size === 0) watchers.delete(mailbox)
  }
}
