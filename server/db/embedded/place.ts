import { createHash } from 'node:crypto'
import { chown, lstat, mkdir, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { works } from './account.ts'
import type { Account } from './account.ts'

/** The kernel's limit for the address of a unix socket, without the closing zero (Linux 107, macOS 103). */
const longestSocketPath = process.platform === 'darwin' ? 103 : 107

export const port = 5432

/** Where an account that is not ours can keep its data when it cannot reach DATA_DIR, which may be in root's home. */
export function placeElsewhere(dataDir: string): string {
  return path.join('/var/lib', `mailroom-${shortHash(dataDir)}`)
}

export async function reaches(account: Account, folder: string): Promise<boolean> {
  return account.uid === undefined || works(['sh', '-c', 'cd "$1"', 'sh', folder], account)
}

/** A folder for the socket that only we and the account can enter, always the same for the same data. */
export async function socketFolder(root: string, account: Account): Promise<string> {
  const inside = path.join(root, 'run')
  const fits = Buffer.byteLength(path.join(inside, `.s.PGSQL.${port}`)) <= longestSocketPath
  const folder = fits ? inside : path.join(os.tmpdir(), `mailroom-${process.getuid?.() ?? 0}-${shortHash(root)}`)
  await mkdir(folder, { mode: 0o700, recursive: true })
  if (account.uid !== undefined) await chown(folder, account.uid, account.gid ?? account.uid)
  // The temporary folder is everybody's: what somebody else put there under our name is not ours to use.
  const { uid, mode } = await lstat(folder)
  if (uid !== (account.uid ?? process.getuid?.()) || (mode & 0o077) !== 0)
    throw new Error(`${folder} belongs to somebody else or is open to others: remove it`)
  return folder
}

export async function ownerOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).uid
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}
