import { createHash } from 'node:crypto'
import { chmod, lchown, lstat, mkdir, readdir, realpath, rmdir, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chooseAccount, runsSuccessfully } from './os-account.ts'
import type { OsAccount } from './os-account.ts'
import { dataFolder } from './cluster.ts'
import { StartupError } from '../../startup-error.ts'

/** Maximum length of a unix socket path without the final NUL (Linux 107, macOS 103). */
const maxSocketPathLength = process.platform === 'darwin' ? 103 : 107

export const port = 5432

interface DataLocation {
  root: string
  account: OsAccount
}

/**
 * Chooses data folder and account: DATA_DIR/postgres, or a folder in /var/lib where the account cannot access DATA_DIR
 * (e.g. in root's home). Existing data stays where it is.
 */
export async function resolveDataLocation(options: {
  dataDir: string
  userNamespaces: boolean
  notice: (line: string) => void
}): Promise<DataLocation> {
  const { dataDir, userNamespaces, notice } = options
  // Mode 0711: the account of the server must traverse the folder, but not list it.
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const { preferred, fallback } = await possibleRoots(dataDir)
  for (const root of [preferred, fallback]) {
    const dataOwner = await ownerOf(dataFolder(root))
    if (dataOwner !== null) return { root, account: await adoptDataFolder(root, dataOwner, userNamespaces) }
  }
  const account = await chooseAccount(null, userNamespaces)
  await makePassable(preferred)
  if (await canAccess(account, preferred)) return { root: preferred, account }
  await rmdir(preferred).catch(() => undefined)
  await makePassable(fallback)
  notice(`PostgreSQL may not run as root and cannot reach ${dataDir} as another user: its data is in ${fallback}.`)
  return { root: fallback, account }
}

async function possibleRoots(dataDir: string): Promise<{ preferred: string; fallback: string }> {
  const preferred = path.join(await realpath(dataDir), 'postgres')
  return { preferred, fallback: path.join('/var/lib', `mailroom-${shortHash(preferred)}`) }
}

/** The folder of the embedded database of DATA_DIR; null without any. Creates nothing. */
export async function findEmbeddedData(dataDir: string): Promise<string | null> {
  if ((await ownerOf(dataDir)) === null) return null
  const { preferred, fallback } = await possibleRoots(dataDir)
  for (const root of [preferred, fallback]) if ((await ownerOf(dataFolder(root))) !== null) return root
  return null
}

/** `chmod`, since a strict umask reduces the mode of `mkdir`. */
async function makePassable(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o711)
}

/** Changes the owner of root's data that was created in a user namespace, where namespaces are no longer available. */
async function adoptDataFolder(root: string, dataOwner: number, userNamespaces: boolean): Promise<OsAccount> {
  const account = await chooseAccount(dataOwner, userNamespaces)
  if (!(await canAccess(account, path.join(root, 'cluster'))) && !(await makeClusterPassable(root, account)))
    throw new StartupError(
      `PostgreSQL may not run as root and cannot reach ${root} as another user: ` +
        'move DATA_DIR to where others may pass, or set DATABASE_URL.',
    )
  const { uid, gid } = account
  if (uid !== undefined && uid !== dataOwner) {
    const data = dataFolder(root)
    const files = await readdir(data, { recursive: true })
    for (const file of [data, ...files.map((name) => path.join(data, name))]) await lchown(file, uid, gid ?? uid)
  }
  return account
}

/** A cluster that was created for this user only has a private folder. */
async function makeClusterPassable(root: string, account: OsAccount): Promise<boolean> {
  await chmod(path.join(root, 'cluster'), 0o711)
  return canAccess(account, path.join(root, 'cluster'))
}

async function canAccess(account: OsAccount, folder: string): Promise<boolean> {
  return account.uid === undefined || runsSuccessfully(['sh', '-c', 'cd "$1"', 'sh', folder], account)
}

/** Folder of the socket, accessible to this process and the account only; the same path for the same data. */
export async function socketFolder(root: string, account: OsAccount): Promise<string> {
  const inside = path.join(root, 'run')
  const fits = Buffer.byteLength(path.join(inside, `.s.PGSQL.${port}`)) <= maxSocketPathLength
  const folder = fits ? inside : path.join(os.tmpdir(), `mailroom-${process.getuid?.() ?? 0}-${shortHash(root)}`)
  await mkdir(folder, { mode: 0o700, recursive: true })
  // /tmp is shared: refuses a folder or link that another user created under this name.
  const found = await lstat(folder)
  const owners = [process.getuid?.(), account.uid]
  if (!found.isDirectory() || !owners.includes(found.uid) || (found.mode & 0o077) !== 0)
    throw new StartupError(`${folder} belongs to another user or is open to others: remove it`)
  if (account.uid !== undefined) await lchown(folder, account.uid, account.gid ?? account.uid)
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
