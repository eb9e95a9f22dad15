import type { CopyResponseObject, ImapFlow } from 'imapflow'
import type { ImapConnection } from './imap-connection.ts'
import { refusedCommand } from './imap-failure.ts'
import { mailServerFailure, propertiesOf } from './mail-server-failure.ts'

/** Where a message is after a move. Null where the server does not say: the message has left its folder. */
type MovedTo = { uidValidity: number; uid: number } | null

/** Of IMAP4rev2 once it is in use (RFC 9051, appendix E). */
const has = ({ capabilities, enabled }: ImapFlow, capability: 'MOVE' | 'UIDPLUS'): boolean =>
  capabilities.has(capability) || enabled.has('IMAP4REV2')

/** Where neither is there, a move would need a plain EXPUNGE, which also destroys what other clients have marked. */
export const canMove = ({ client }: ImapConnection): boolean => has(client, 'MOVE') || has(client, 'UIDPLUS')

export const movesInOneStep = ({ client }: ImapConnection): boolean => has(client, 'MOVE')

/**
 * Moves a message of the open folder, in one step where the server can do that. Else it is copied, and exactly it is
 * deleted once the server has said where the copy is.
 * @returns `not-there` where the message or the target is missing; then nothing has changed
 * @throws VendorError of status 0 or from 500 on where the message may be in both folders, or in the target only
 */
export const moveMessage = (connection: ImapConnection, uid: number, to: string): Promise<MovedTo | 'not-there'> =>
  connection.call(async (client) => {
    const range = String(uid)
    const refused = async (): Promise<'not-there'> => {
      const failure = refusedCommand(client)
      if (!client.usable) throw failure
      if (!(await isInOpenFolder(client, uid)) || !(await exists(client, to))) return 'not-there'
      throw failure
    }
    if (has(client, 'MOVE')) {
      const moved = await client.messageMove(range, to, { uid: true })
      if (!moved) return refused()
      // A success does not say that the message was there.
      return placeOf(moved, uid) ?? ((await isInOpenFolder(client, uid)) ? 'not-there' : null)
    }
    if (!has(client, 'UIDPLUS')) throw mailServerFailure('imap', 'capability_missing')
    if (!(await isInOpenFolder(client, uid))) return 'not-there'
    const copied = await client.messageCopy(range, to, { uid: true })
    if (!copied) return refused()
    const place = placeOf(copied, uid)
    // The message stays where it is: without COPYUID nothing says that there is a copy.
    if (!place) throw mailServerFailure('imap', 'protocol_error')
    await expungeOne(client, uid)
    return place
  })

const exists = (client: ImapFlow, path: string): Promise<boolean> =>
  client.status(path, { uidNext: true }).then(Boolean, (error: unknown) => {
    const { code, responseStatus } = propertiesOf(error)
    if (code === 'NotFound' || responseStatus === 'NO') return false
    throw error
  })

async function isInOpenFolder(client: ImapFlow, uid: number): Promise<boolean> {
  const found = await client.search({ uid: String(uid) }, { uid: true })
  if (!Array.isArray(found)) throw refusedCommand(client)
  return found.includes(uid)
}

function placeOf({ uidValidity, uidMap }: CopyResponseObject, uid: number): MovedTo {
  const moved = uidMap?.get(uid)
  return uidValidity === undefined || moved === undefined ? null : { uidValidity: Number(uidValidity), uid: moved }
}

/** Deletes exactly this message of the open folder: without UIDPLUS imapflow would send a plain EXPUNGE. */
async function expungeOne(client: ImapFlow, uid: number): Promise<void> {
  if (!has(client, 'UIDPLUS')) throw mailServerFailure('imap', 'capability_missing')
  if (!(await client.messageDelete(String(uid), { uid: true }))) throw mailServerFailure('imap', 'protocol_error')
}

/** Without UIDPLUS the message is only marked as deleted. */
export const deleteMessage = (connection: ImapConnection, uid: number): Promise<void> =>
  connection.call(async (client) => {
    if (has(client, 'UIDPLUS')) return expungeOne(client, uid)
    if (!(await client.messageFlagsAdd(String(uid), ['\\Deleted'], { uid: true }))) throw refusedCommand(client)
  })
