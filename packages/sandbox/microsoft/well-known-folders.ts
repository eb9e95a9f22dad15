/** The default folders of a mailbox. Paths use the name; the display name depends on the language. */
type WellKnownFolder = { name: string; displayName: string; hidden?: true; outsideRoot?: true }

export const WELL_KNOWN_FOLDERS: readonly WellKnownFolder[] = [
  { name: 'archive', displayName: 'Archive' },
  { name: 'conversationhistory', displayName: 'Conversation History' },
  { name: 'deleteditems', displayName: 'Deleted Items' },
  { name: 'drafts', displayName: 'Drafts' },
  { name: 'inbox', displayName: 'Inbox' },
  { name: 'junkemail', displayName: 'Junk Email' },
  { name: 'outbox', displayName: 'Outbox' },
  { name: 'sentitems', displayName: 'Sent Items' },
  { name: 'syncissues', displayName: 'Sync Issues', hidden: true },
  { name: 'recoverableitemsdeletions', displayName: 'Deletions', hidden: true, outsideRoot: true },
]

export const ROOT_FOLDER = 'msgfolderroot'

const GERMAN: Record<string, string> = {
  archive: 'Archiv',
  conversationhistory: 'Aufgezeichnete Unterhaltungen',
  deleteditems: 'Gelöschte Elemente',
  drafts: 'Entwürfe',
  inbox: 'Posteingang',
  junkemail: 'Junk-E-Mail',
  outbox: 'Postausgang',
  sentitems: 'Gesendete Elemente',
}

export function displayNameIn(language: string, folder: WellKnownFolder): string {
  return language.startsWith('de') ? (GERMAN[folder.name] ?? folder.displayName) : folder.displayName
}

/** Names that Graph knows as addresses even where a mailbox has no such folder. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  ...WELL_KNOWN_FOLDERS.map((folder) => folder.name),
  ROOT_FOLDER,
  'clutter',
  'conflicts',
  'localfailures',
  'scheduled',
  'searchfolders',
  'serverfailures',
])
