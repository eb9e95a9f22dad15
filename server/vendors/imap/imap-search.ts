import type { SearchObject } from 'imapflow'
import type { ImapConnection } from './imap-connection.ts'
import { refusedCommand } from './imap-failure.ts'

/** UIDs of the open folder, ascending. */
export const searchUids = (connection: ImapConnection, query: SearchObject): Promise<number[]> =>
  connection.call(async (client) => {
    const found = await client.search(query, { uid: true })
    if (!Array.isArray(found)) throw refusedCommand(client)
    return found.toSorted((a, b) => a - b)
  })

/** "1:3,7": a set of UIDs as short as possible. */
export function uidSet(uids: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const uid of uids.toSorted((a, b) => a - b)) {
    const range = ranges.at(-1)
    if (range && uid <= range[1] + 1) range[1] = Math.max(range[1], uid)
    else ranges.push([uid, uid])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}:${last}`)).join(',')
}
