import type { ListResponse, StatusObject } from 'imapflow'
import { specialUse as useOfName } from 'imapflow/lib/special-use.js'
import { folderNameMaxLength } from '../../../contract/limits.ts'
import type { FolderUse, ResembledUse } from '../mailbox/mail-folder.ts'
import type { ImapConnection } from './imap-connection.ts'
import { propertiesOf } from './mail-server-failure.ts'

/** More is a defect or an attack: a mailbox with as many folders cannot be shown. */
const foldersMax = 5000

interface FolderState {
  uidValidity: number
  uidNext: number
  messages: number
}

export interface ImapFolder {
  path: string
  /** Names from the top of the user's own folders down to this one; a name may contain any character. */
  names: readonly string[]
  /** Null at the top. */
  parentPath: string | null
  use: FolderUse | null
  resembles?: ResembledUse | null
  /** Null where it only contains other folders. */
  state: FolderState | null
}

const stateQuery = { uidValidity: true, uidNext: true, messages: true }

/** `\All`, `\Flagged` and `\Important` show email of other folders: nothing is sorted into them. */
const usesByAttribute: Readonly<Record<string, FolderUse>> = {
  '\\Inbox': 'inbox',
  '\\Drafts': 'drafts',
  '\\Sent': 'sent',
  '\\Trash': 'deleted',
  '\\Junk': 'junk',
  '\\Archive': 'archive',
  '\\All': 'system',
  '\\Flagged': 'system',
  '\\Important': 'system',
}

/** Uses of which a mailbox has one folder, into which nothing is sorted. */
const resembledUses: Readonly<Record<string, ResembledUse>> = {
  '\\Drafts': 'drafts',
  '\\Sent': 'sent',
  '\\Trash': 'deleted',
  '\\Junk': 'junk',
}

/**
 * The user's own folders, parents before children; folders of other users and shared ones are left out. Where the
 * server does not say what a folder is for, its name does, in the languages that imapflow knows.
 */
export async function listFolders(connection: ImapConnection): Promise<ImapFolder[]> {
  return connection.call(async (client) => {
    const listed = await client.list({ statusQuery: stateQuery })
    const foreign = [client.namespaces?.other, client.namespaces?.shared]
      .flatMap((spaces) => spaces || [])
      .map(({ prefix }) => prefix)
      .filter((prefix) => prefix !== '')
    const prefix = client.namespace?.prefix ?? ''
    const own = listed.filter(
      ({ path }) => !foreign.some((other) => `${path}/`.startsWith(other) || path.startsWith(other)),
    )
    return own
      .map((folder) => toFolder(folder, prefix))
      .filter(hasUsableName)
      .toSorted((a, b) => a.names.length - b.names.length || (a.path < b.path ? -1 : 1))
      .slice(0, foldersMax)
  })
}

/** One with another name, which no usual server has, would keep all folders from being stored. */
function hasUsableName({ path, names }: ImapFolder): boolean {
  const name = names.at(-1) ?? ''
  return name !== '' && name.length <= folderNameMaxLength && !path.includes('\0')
}

function toFolder({ path, name, delimiter, flags, specialUse, status }: ListResponse, prefix: string): ImapFolder {
  // The separator and the prefix of the user's own folders are the server's ("INBOX.Work"): neither is part of a name.
  const isBelowPrefix = prefix !== '' && path.startsWith(prefix) && path.length > prefix.length
  const relative = isBelowPrefix ? path.slice(prefix.length) : path
  const names = delimiter ? relative.split(delimiter) : [relative]
  const parent = names.slice(0, -1).join(delimiter)
  const important = [...flags].find((flag) => flag.toLowerCase() === '\\important') && '\\Important'
  const use = usesByAttribute[specialUse ?? important ?? ''] ?? null
  return {
    path,
    names,
    parentPath: names.length > 1 ? `${isBelowPrefix ? prefix : ''}${parent}` : null,
    use,
    // imapflow gives each use to one folder, by its attribute or else its name.
    resembles: use === null ? (resembledUses[useOfName(false, { name, flags }).flag ?? ''] ?? null) : null,
    state: flags.has('\\Noselect') ? null : stateOf(status),
  }
}

function stateOf(status: StatusObject | false | undefined): FolderState | null {
  if (!status || status.uidValidity === undefined || status.uidNext === undefined) return null
  return {
    uidValidity: Number(status.uidValidity),
    uidNext: status.uidNext,
    messages: status.messages ?? 0,
  }
}

export const statusOf = (connection: ImapConnection, path: string): Promise<FolderState | 'not-there'> =>
  connection.call(async (client) => {
    try {
      return stateOf(await client.status(path, stateQuery)) ?? 'not-there'
    } catch (error) {
      const { code, responseStatus } = propertiesOf(error)
      if (code === 'NotFound' || responseStatus === 'NO') return 'not-there'
      throw error
    }
  })

/** @returns its path; `refused`: the server does not accept the name */
export const createFolder = (
  connection: ImapConnection,
  { parent, name }: { parent: string | null; name: string },
): Promise<{ path: string } | 'exists' | 'refused'> =>
  connection.call(async (client) => {
    const { delimiter = '', prefix = '' } = client.namespace ?? {}
    if (delimiter && name.includes(delimiter)) return 'refused'
    if (parent !== null && !delimiter) return 'refused'
    try {
      const { path, created } = await client.mailboxCreate(`${parent === null ? prefix : parent + delimiter}${name}`)
      return created ? { path } : 'exists'
    } catch (error) {
      // A name that differs in its case only may exist.
      if (propertiesOf(error)['responseStatus'] === 'NO') return 'refused'
      throw error
    }
  })
