import type { Kit } from '../kit/kit.ts'

export type ImapMessage = {
  id: string
  raw: Uint8Array
  internalDate: number
  /** System flags and keywords, spelled as they were first set. */
  flags: Set<string>
}

/** A message in a folder. At Gmail several folders share one message. */
export type Entry = { uid: number; message: ImapMessage }

export type ImapFolder = {
  /** The whole path. */
  name: string
  uidValidity: number
  nextUid: number
  /** In the order of UIDs. */
  entries: Entry[]
  /** `\Sent`; null for an ordinary folder. */
  specialUse: string | null
  subscribed: boolean
}

export const SIGN_INS = ['ok', 'unavailable', 'limit', 'app-password', 'disabled', 'web'] as const

export type ImapMailbox = {
  address: string
  /** At many providers one for this app alone. */
  password: string
  /** Labels as folders, All Mail, and the fetch items of X-GM-EXT-1. */
  gmail: boolean
  separator: '/' | '.'
  /** `INBOX.` where all folders are below the inbox. */
  prefix: string
  /** Extensions that are neither announced nor understood. */
  hidden: string[]
  signIn: (typeof SIGN_INS)[number]
  folders: Map<string, ImapFolder>
  counter: number
}

export type Imap = {
  mailboxes: Map<string, ImapMailbox>
  /** Clients that wait in IDLE, called after each change of the mailbox. */
  watchers: Map<ImapMailbox, Set<() => void>>
  /** The newest one; a value never occurs again. */
  uidValidity: number
  /** Null where the servers do not run. */
  url: string | null
  submissionUrl: string | null
}

export type ImapSandbox = Kit & { imap: Imap }

export function createImap(): Imap {
  return { mailboxes: new Map(), watchers: new Map(), uidValidity: 1_700_000_000, url: null, submissionUrl: null }
}

/** The servers keep running. */
export function resetImap(imap: Imap): void {
  imap.mailboxes.clear()
}

export const findImapMailbox = ({ mailboxes }: Imap, address: string): ImapMailbox | undefined =>
  mailboxes.get(address.trim().toLowerCase())
