import { emptyLog } from './change-log.ts'
import { guidOf } from '../kit/random.ts'
import { newFolder, createFolder, type FolderSeed } from './folders.ts'
import { mailboxTag } from './ids.ts'
import { SortedList } from '../kit/sorted-list.ts'
import type { Account, Folder, Mailbox, Message, MailboxKind } from './model.ts'
import type { Outlook } from './outlook.ts'
import { displayNameIn, ROOT_FOLDER, WELL_KNOWN_FOLDERS } from './well-known-folders.ts'

/** The tenant of all personal accounts. */
const PERSONAL_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad'

export type MailboxSeed = {
  email: string
  kind?: MailboxKind | undefined
  folders?: FolderSeed[] | undefined
  displayName?: string | undefined
  /** The language of the names of default folders: "en" or "de". */
  language?: string | undefined
  userPrincipalName?: string | undefined
  mail?: string | null | undefined
  disabled?: boolean | undefined
  full?: boolean | undefined
  grantableScopes?: string[] | null | undefined
  emailClaim?: boolean | undefined
  domainVerified?: boolean | null | undefined
}

export class MailboxExists extends Error {}

/** Creates a user and a mailbox with the well-known folders and those of the seed. */
export function createMailbox(outlook: Outlook, seed: MailboxSeed): Mailbox {
  const key = seed.email.trim().toLowerCase()
  if (outlook.mailboxes.has(key)) throw new MailboxExists(`there is a mailbox ${seed.email} already`)
  const mailbox = emptyMailbox(accountOf(seed), mailboxTag(key, outlook.epoch), seed.full ?? false)
  for (const folder of WELL_KNOWN_FOLDERS) {
    const displayName = displayNameIn(seed.language ?? 'en', folder)
    const parent = folder.outsideRoot ? null : mailbox.root
    newFolder(mailbox, parent, { displayName, isHidden: folder.hidden }, folder.name)
  }
  outlook.mailboxes.set(key, mailbox)
  for (const folder of seed.folders ?? []) addSeedFolder(outlook, mailbox, folder)
  return mailbox
}

/** Adds a folder of the seed. Of an existing folder, such as Inbox, only the children are added. */
function addSeedFolder(outlook: Outlook, mailbox: Mailbox, seed: FolderSeed) {
  const wanted = seed.displayName.toLowerCase()
  const twin = mailbox.root.children.find((child) => child.displayName.toLowerCase() === wanted)
  if (!twin) createFolder(outlook, mailbox, mailbox.root, seed)
  else for (const child of seed.children ?? []) createFolder(outlook, mailbox, twin, child)
}

function emptyMailbox(account: Account, tag: string, full: boolean): Mailbox {
  const ids = { tag, counter: 1, sequence: 0 }
  const folders = new Map<string, Folder>()
  const wellKnown = new Map<string, Folder>()
  const root = newFolder({ ...ids, folders, wellKnown }, null, { displayName: 'Top of Information Store' }, ROOT_FOLDER)
  const maps = {
    messages: new Map(),
    newestFirst: new SortedList<Message>(),
    byRestId: new Map(),
    byInternetMessageId: new Map(),
  }
  // The id of the root folder used the first number of the counter.
  return {
    account,
    ...ids,
    counter: 2,
    folders,
    wellKnown,
    root,
    ...maps,
    folderLog: emptyLog(),
    full,
    sends: [],
    rules: [],
    categories: [],
  }
}

function accountOf(seed: MailboxSeed): Account {
  const email = seed.email.trim()
  const kind = seed.kind ?? 'work'
  const domain = email.split('@')[1] ?? email
  return {
    email,
    userPrincipalName: seed.userPrincipalName ?? email,
    mail: seed.mail === undefined ? email : seed.mail,
    displayName: seed.displayName ?? nameFrom(email),
    id: guidOf(`user ${email.toLowerCase()}`),
    tenantId: kind === 'personal' ? PERSONAL_TENANT : guidOf(`tenant ${domain.toLowerCase()}`),
    kind,
    disabled: seed.disabled ?? false,
    grantableScopes: seed.grantableScopes ?? null,
    emailClaim: seed.emailClaim ?? true,
    domainVerified: seed.domainVerified ?? null,
  }
}

function nameFrom(email: string): string {
  const words = (email.split('@')[0] ?? email).split(/[._-]+/).filter(Boolean)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
