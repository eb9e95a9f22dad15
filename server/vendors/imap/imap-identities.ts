import { createHash } from 'node:crypto'
import type { FetchMessageObject, ImapFlow } from 'imapflow'
import type { ImapConnection } from './imap-connection.ts'
import { propertiesOf } from './mail-server-failure.ts'

/** By what a message is recognised in another folder. */
export interface ImapIdentity {
  uid: number
  /** EMAILID, X-GM-MSGID or X-GUID: the server's own id of the message; null where it has none. */
  emailId: string | null
  /** Hash of what a move does not change. Two messages may have the same. */
  hint: string
  receivedAt: Date
}

const identityQuery = { uid: true, internalDate: true, size: true, envelope: true } as const

/** @param uids a set of UIDs of the open folder; messages that are not there are left out */
export const readIdentities = (connection: ImapConnection, uids: string): Promise<ImapIdentity[]> =>
  connection.call(async (client) => {
    if (uids === '') return []
    const messages = await client.fetchAll(uids, identityQuery, { uid: true })
    const guids = await readGuids(client, uids)
    return messages
      .filter(({ uid, size }) => isWithin(uid, uids) && size !== undefined)
      .map((message) => identityOf(message, guids.get(message.uid) ?? null))
  })

/** `5:*` also names the last message where its UID is below 5. */
const isWithin = (uid: number | undefined, uids: string): boolean =>
  uid !== undefined && (!uids.endsWith(':*') || uid >= Number.parseInt(uids, 10))

export function identityOf(
  { uid, emailId, size, internalDate, envelope }: FetchMessageObject,
  guid: string | null,
): ImapIdentity {
  const receivedAt = dateOf(internalDate)
  const parts = [envelope?.messageId ?? null, envelope?.from?.[0]?.address ?? null, size ?? 0, receivedAt.getTime()]
  const hint = createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
  return { uid, emailId: emailId ?? guid, hint, receivedAt }
}

function dateOf(internalDate: Date | string | undefined): Date {
  const date = new Date(internalDate ?? 0)
  return Number.isNaN(date.getTime()) ? new Date(0) : date
}

interface UntaggedFetch {
  attributes?: unknown[]
}

/** Not among the types of imapflow, whose version is pinned: only this can fetch an item of one server. */
interface CommandRunner {
  exec(
    command: string,
    attributes: unknown[],
    options: { untagged: { FETCH: (untagged: UntaggedFetch) => Promise<void> } },
  ): Promise<{ next: () => void }>
}

const runsCommands = (client: object): client is CommandRunner => 'exec' in client && typeof client.exec === 'function'

/** Dovecot's ids of messages, which a move keeps, by UID. Empty at other servers. */
async function readGuids(client: ImapFlow, uids: string): Promise<Map<number, string>> {
  const guids = new Map<number, string>()
  const hasOwn = client.capabilities.has('OBJECTID') || client.capabilities.has('X-GM-EXT-1')
  if (hasOwn || !/dovecot/i.test(String(client.serverInfo?.name ?? ''))) return guids
  const FETCH = async (untagged: UntaggedFetch): Promise<void> => {
    const items = untagged.attributes?.[1]
    if (!Array.isArray(items)) return
    const values = new Map<string, string>()
    for (let index = 0; index + 1 < items.length; index += 2)
      values.set(textOf(items[index]).toUpperCase(), textOf(items[index + 1]))
    const uid = Number(values.get('UID'))
    const guid = values.get('X-GUID')
    if (Number.isSafeInteger(uid) && guid) guids.set(uid, guid)
  }
  const attributes = [{ type: 'SEQUENCE', value: uids }, ['UID', 'X-GUID'].map((value) => ({ type: 'ATOM', value }))]
  if (!runsCommands(client)) return guids
  const response = await client.exec('UID FETCH', attributes, { untagged: { FETCH } })
  response.next()
  return guids
}

function textOf(token: unknown): string {
  const { value } = propertiesOf(token)
  return typeof value === 'string' || Buffer.isBuffer(value) ? value.toString() : ''
}
