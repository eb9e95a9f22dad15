import { decodeOnce } from '../../kit/decode-once.ts'
import type { Folder, Mailbox } from '../model.ts'

/** The resource of a subscription. */
export type Watched = { folder: Folder | null; canonical: string }

const SHAPE = /^\/?(?:me|users(?:\/([^/]+)|\('([^']+)'\)))(?:\/mailFolders(?:\/([^/]+)|\('([^']+)'\)))?\/messages$/i

/** Parses `me/mailFolders('inbox')/messages` in all spellings; null for anything but a mail resource. */
export function readResource(mailbox: Mailbox, resource: string): Watched | 'not-mine' | 'no-folder' | null {
  const found = SHAPE.exec(decodeOnce(resource.split('?')[0] ?? ''))
  if (!found) return null
  const user = found[1] ?? found[2]
  const { id, userPrincipalName, email } = mailbox.account
  if (user !== undefined && ![id, userPrincipalName, email].some((name) => name.toLowerCase() === user.toLowerCase())) {
    return 'not-mine'
  }
  const name = found[3] ?? found[4]
  if (name === undefined) return { folder: null, canonical: 'messages' }
  const folder = mailbox.folders.get(name) ?? mailbox.wellKnown.get(name.toLowerCase())
  return folder ? { folder, canonical: `mailFolders/${folder.id}/messages` } : 'no-folder'
}
