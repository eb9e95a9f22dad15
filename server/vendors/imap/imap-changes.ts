import type { ImapConnection } from './imap-connection.ts'
import { refusedCommand } from './imap-failure.ts'
import { uidSet } from './imap-search.ts'
import { propertiesOf } from './mail-server-failure.ts'

/** By UID; messages that are not in the open folder are left out. */
export const readFlags = (
  connection: ImapConnection,
  uids: readonly number[],
): Promise<Map<number, ReadonlySet<string>>> =>
  connection.call(async (client) => {
    if (uids.length === 0) return new Map()
    const messages = await client.fetchAll(uidSet(uids), { uid: true, flags: true }, { uid: true })
    return new Map(messages.map(({ uid, flags }) => [uid, flags ?? new Set()]))
  })

/** Of a message of the open folder. Flags that the folder does not store are left out. */
export const setFlags = (
  connection: ImapConnection,
  uid: number,
  { add = [], remove = [] }: { add?: string[]; remove?: string[] },
): Promise<void> =>
  connection.call(async (client) => {
    const range = String(uid)
    if (add.length > 0 && !(await client.messageFlagsAdd(range, add, { uid: true }))) throw refusedCommand(client)
    if (remove.length > 0 && !(await client.messageFlagsRemove(range, remove, { uid: true })))
      throw refusedCommand(client)
  })

interface NewMessage {
  path: string
  source: Buffer
  flags: string[]
}

/** @returns where it is; null where the server does not say */
export const appendMessage = (
  connection: ImapConnection,
  { path, source, flags }: NewMessage,
): Promise<{ uidValidity: number; uid: number } | null | 'not-there'> =>
  connection.call(async (client) => {
    try {
      const appended = await client.append(path, source, flags)
      if (!appended) throw refusedCommand(client)
      const { uidValidity, uid } = appended
      return uidValidity === undefined || uid === undefined ? null : { uidValidity: Number(uidValidity), uid }
    } catch (error) {
      if (propertiesOf(error)['serverResponseCode'] === 'TRYCREATE') return 'not-there'
      throw error
    }
  })
