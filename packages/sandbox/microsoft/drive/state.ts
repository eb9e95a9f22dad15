import { createHash } from 'node:crypto'
import { guidOf } from '../../kit/random.ts'
import type { World } from '../../kit/world.ts'
import type { Content } from './content.ts'
import type { UploadSession } from './upload-session.ts'

export type Item = {
  id: string
  name: string
  /** Null for the root alone. */
  parent: Item | null
  /** Null for a folder. */
  content: Content | null
  /** By lower-case name; empty for a file. */
  children: Map<string, Item>
  createdAt: number
  changedAt: number
  version: number
}

export type Drive = {
  email: string
  id: string
  root: Item
  items: Map<string, Item>
  counter: number
  /** Bytes there is room for. */
  total: number
  /** The largest file that a PUT takes, in bytes. */
  largestPut: number
}

/** All OneDrives by lower-case address of their owner, and the uploads under way by the secret in their address. */
export type Drives = { byEmail: Map<string, Drive>; sessions: Map<string, UploadSession> }

const TOTAL = 2 ** 40
/** learn.microsoft.com/graph/api/driveitem-put-content: up to 250 MB. */
const LARGEST_PUT = 250 * 2 ** 20

export function createDrives(): Drives {
  return { byEmail: new Map(), sessions: new Map() }
}

export function resetDrives(drives: Drives): void {
  Object.assign(drives, createDrives())
}

/** The OneDrive of an account: like the real one it comes to be when it is first looked at. */
export function driveOf(world: World, email: string): Drive {
  const key = email.trim().toLowerCase()
  const known = world.drives.byEmail.get(key)
  if (known) return known
  // The epoch is part of the ids, so that one of before a reset is never met again.
  const tag = guidOf(`drive ${world.outlook.epoch} ${key}`)
  const ids = { id: `b!${Buffer.from(tag.repeat(2)).toString('base64url').slice(0, 64)}`, counter: 0 }
  const root = newItem({ ...ids, counter: -1 }, { name: 'root', parent: null, content: null, at: world.clock.now() })
  const drive: Drive = { email, ...ids, root, items: new Map([[root.id, root]]), total: TOTAL, largestPut: LARGEST_PUT }
  world.drives.byEmail.set(key, drive)
  return drive
}

type NewItem = { name: string; parent: Item | null; content: Content | null; at: number }

export function newItem(drive: Pick<Drive, 'id' | 'counter'>, { name, parent, content, at }: NewItem): Item {
  const id = itemId(`${drive.id} ${++drive.counter}`)
  return { id, name, parent, content, children: new Map(), createdAt: at, changedAt: at, version: 1 }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** `01` and 32 letters of base32, as items in OneDrive for Business have them. */
function itemId(seed: string): string {
  const bytes = createHash('sha256').update(seed).digest()
  return `01${[...bytes].map((byte) => LETTERS[byte % 32]).join('')}`
}
