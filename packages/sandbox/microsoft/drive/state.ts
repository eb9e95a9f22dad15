import { createHash } from 'node:crypto'
import type { Clock } from '../../kit/clock.ts'
import { guidOf } from '../../kit/random.ts'
import type { Content, Intake } from './file-content.ts'

export type Item = {
  id: string
  name: string
  /** Null for the root. */
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
  /** The quota in bytes. */
  total: number
  /** The maximum size of a file in one PUT, in bytes. */
  largestPut: number
}

/** The target of an upload: an existing folder, the path below it, and a name. */
export type Target = { from: Item; folders: string[]; name: string }

/** `@microsoft.graph.conflictBehavior`. */
export type Conflict = 'fail' | 'replace' | 'rename'

/** An upload in ranges. */
export type UploadSession = {
  drive: Drive
  target: Target
  on: Conflict
  intake: Intake
  received: number
  /** The size of the whole file in bytes; null before the first range. */
  total: number | null
  expiresAt: number
}

/** All OneDrives by lower-case address of the owner, and upload sessions by the secret in their address. */
export type Drives = { byEmail: Map<string, Drive>; sessions: Map<string, UploadSession> }

const TOTAL = 2 ** 40
/** https://learn.microsoft.com/graph/api/driveitem-put-content */
const LARGEST_PUT = 250 * 2 ** 20

export function createDrives(): Drives {
  return { byEmail: new Map(), sessions: new Map() }
}

export function resetDrives(drives: Drives): void {
  Object.assign(drives, createDrives())
}

type DriveOwner = { clock: Clock; outlook: { epoch: number }; drives: Drives }

/** The OneDrive of an account. Like the real one it is created at first use. */
export function driveOf(sandbox: DriveOwner, email: string): Drive {
  const key = email.trim().toLowerCase()
  const known = sandbox.drives.byEmail.get(key)
  if (known) return known
  // The epoch is part of ids, so that no id from before a reset occurs again.
  const tag = guidOf(`drive ${sandbox.outlook.epoch} ${key}`)
  const ids = { id: `b!${Buffer.from(tag.repeat(2)).toString('base64url').slice(0, 64)}`, counter: 0 }
  const root = newItem({ ...ids, counter: -1 }, { name: 'root', parent: null, content: null, at: sandbox.clock.now() })
  const drive: Drive = { email, ...ids, root, items: new Map([[root.id, root]]), total: TOTAL, largestPut: LARGEST_PUT }
  sandbox.drives.byEmail.set(key, drive)
  return drive
}

type NewItem = { name: string; parent: Item | null; content: Content | null; at: number }

export function newItem(drive: Pick<Drive, 'id' | 'counter'>, { name, parent, content, at }: NewItem): Item {
  const id = itemId(`${drive.id} ${++drive.counter}`)
  return { id, name, parent, content, children: new Map(), createdAt: at, changedAt: at, version: 1 }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** `01` and 32 characters of base32, like item ids of OneDrive for Business. */
function itemId(seed: string): string {
  const bytes = createHash('sha256').update(seed).digest()
  return `01${[...bytes].map((byte) => LETTERS[byte % 32]).join('')}`
}
