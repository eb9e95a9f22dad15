import { BadCommand } from './command-parser.ts'
import { MailboxError } from './mailbox.ts'
import type { Entry, ImapFolder, ImapMailbox, ImapMessage, ImapSandbox } from './state.ts'

/** A command that the state of the mailbox does not allow: the response is NO. */
export class Refused extends Error {}

type Selected = {
  folder: ImapFolder
  isReadOnly: boolean
  /** What the client knows, by sequence number. */
  view: Entry[]
  /** The flags of each message as the client knows them. */
  shown: Map<ImapMessage, string>
}

export type Session = {
  sandbox: ImapSandbox
  mailbox: ImapMailbox | null
  selected: Selected | null
  hasEnded: boolean
  send: (line: string) => void
  nextLine: () => Promise<string | null>
}

export function mailboxOf({ mailbox }: Session): ImapMailbox {
  if (!mailbox) throw new BadCommand('Sign in first')
  return mailbox
}

export function selectedOf({ selected }: Session): Selected {
  if (!selected) throw new BadCommand('No mailbox selected')
  return selected
}

export function writableOf(session: Session): Selected {
  const selected = selectedOf(session)
  if (selected.isReadOnly) throw new Refused('[READ-ONLY] Mailbox is read-only')
  return selected
}

export const responseOf = (error: unknown): string | null => {
  if (error instanceof BadCommand) return `BAD ${error.message}`
  if (error instanceof MailboxError) return `NO [${error.code}] ${error.message}`
  return error instanceof Refused ? `NO ${error.message}` : null
}

const flagsOf = ({ flags }: ImapMessage): string => [...flags].join(' ')

export function openFolder(session: Session, folder: ImapFolder, isReadOnly: boolean): void {
  const shown = new Map(folder.entries.map(({ message }) => [message, flagsOf(message)]))
  session.selected = { folder, isReadOnly, view: [...folder.entries], shown }
}

/**
 * Sends what has changed since the client last heard of it.
 * @param mayExpunge not while FETCH, STORE or SEARCH use sequence numbers (RFC 3501, 7.4.1)
 */
export function sendChanges({ selected, send }: Session, mayExpunge: boolean): void {
  if (!selected) return
  const { folder, view, shown } = selected
  if (mayExpunge) sendExpunges(view, new Set(folder.entries), send)
  const known = new Set(view)
  const added = folder.entries.filter((entry) => !known.has(entry))
  if (added.length > 0) {
    view.push(...added)
    send(`* ${view.length} EXISTS`)
    for (const { message } of added) shown.set(message, flagsOf(message))
  }
  for (const [index, { message, uid }] of view.entries()) {
    const flags = flagsOf(message)
    if (shown.get(message) === flags) continue
    shown.set(message, flags)
    send(`* ${index + 1} FETCH (UID ${uid} FLAGS (${flags}))`)
  }
}

/** From the last one, so that numbers before it stay. */
function sendExpunges(view: Entry[], present: ReadonlySet<Entry>, send: Session['send']): void {
  for (let index = view.length - 1; index >= 0; index--) {
    const entry = view[index]
    if (!entry || present.has(entry)) continue
    view.splice(index, 1)
    send(`* ${index + 1} EXPUNGE`)
  }
}

/** For changes that the client has seen in the response to its command. */
export const markShown = ({ shown }: Selected, message: ImapMessage): void => void shown.set(message, flagsOf(message))
