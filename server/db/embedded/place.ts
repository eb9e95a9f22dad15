import { createHash } from 'node:crypto'
import { chmod, lchown, lstat, mkdir, readdir, realpath, rmdir, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { chooseAccount, works } from './account.ts'
import type { Account } from './account.ts'
import { dataFolder } from './cluster.ts'
import { StartProblem } from '../../start-problem.ts'

/** The kernel's limit for the address of a unix socket, without the closing zero (Linux 107, macOS 103). */
const longestSocketPath = process.platform === 'darwin' ? 103 : 107

export const port = 5432

export interface Place {
  root: string
  account: Account
}

/**
 * Decides where the data is and as whom the server runs: DATA_DIR/postgres, or a folder in /var/lib where that account cannot reach DATA_DIR,
 * which may be in root's home. Data that is there stays where it is.
 */
export async function settle(options: {
  dataDir: string
  userNamespaces: boolean
  notice: (line: string) => void
}): Promise<Place> {
  const { dataDir, userNamespaces, notice } = options
  // Others may pass through it (the server may be another user), not look into it.
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const wanted = path.join(await realpath(dataDir), 'postgres')
  const elsewhere = path.join('/var/lib', `mailroom-${shortHash(wanted)}`)
  for (const root of [wanted, elsewhere]) {
    const dataOwner = await ownerOf(dataFolder(root))
    if (dataOwner !== null) return { root, account: await adopt(root, dataOwner, userNamespaces) }
  }
  const account = await chooseAccount(null, userNamespaces)
  await makePassable(wanted)
  if (await reaches(account, wanted)) return { root: wanted, account }
  await rmdir(wanted).catch(() => undefined)
  await makePassable(elsewhere)
  notice(`PostgreSQL may not run as root and cannot reach ${dataDir} as another user: its data is in ${elsewhere}.`)
  return { root: elsewhere, account }
}

/** Said twice, since a strict umask takes it from what mkdir is told. */
async function makePassable(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o711)
}

/** Root's data, made in a user namespace, is handed over where there are none any more. */
async function adopt(root: string, dataOwner: number, userNamespaces: boolean): Promise<Account> {
  const account = await chooseAccount(dataOwner, userNamespaces)
  if (!(await reaches(account, path.join(root, 'cluster'))) && !(await openUp(root, account)))
    throw new StartProblem(
      `PostgreSQL may not run as root and cannot reach ${root} as another user: move DATA_DIR to where others may pass, or set DATABASE_URL.`,
    )
  const { uid, gid } = account
  if (uid !== undefined && uid !== dataOwner) {
    const data = dataFolder(root)
    const files = await readdir(data, { recursive: true })
    for (const file of [data, ...files.map((name) => path.join(data, name))]) await lchown(file, uid, gid ?? uid)
  }
  return account
}

/** The folder of the cluster is closed when it was made for ourselves alone. */
async function openUp(root: string, account: Account): Promise<boolean> {
  await chmod(path.join(root, 'cluster'), 0o711)
  return reaches(account, path.join(root, 'cluster'))
}

async function reaches(account: Account, folder: string): Promise<boolean> {
  return account.uid === undefined || works(['sh', '-c', 'cd "$1"', 'sh', folder], account)
}

/** A folder for the socket that only we and the account can enter, always the same for the same data. */
export async function socketFolder(root: string, account: Account): Promise<string> {
  const inside = path.join(root, 'run')
  const fits = Buffer.byteLength(path.join(inside, `.s.PGSQL.${port}`)) <= longestSocketPath
  const folder = fits ? inside : path.join(os.tmpdir(), `mailroom-${process.getuid?.() ?? 0}-${shortHash(root)}`)
  await mkdir(folder, { mode: 0o700, recursive: true })
  // The temporary folder is everybody's: what somebody else put there under our name, be it a link, is not ours to use.
  const found = await lstat(folder)
  const owners = [process.getuid?.(), account.uid]
  if (!found.isDirectory() || !owners.includes(found.uid) || (found.mode & 0o077) !== 0)
    throw new StartProblem(`${folder} belongs to somebody else or is open to others: remove it`)
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
