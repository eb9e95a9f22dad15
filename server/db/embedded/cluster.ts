import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { commandAs, credentials } from './os-account.ts'
import type { OsAccount } from './os-account.ts'

const run = promisify(execFile)

export const ownerRole = 'mailroom_owner'

/** `root/cluster` contains the owner's password and PostgreSQL's data folder. */
export const dataFolder = (root: string) => path.join(root, 'cluster', 'data')

export async function ownerPassword(root: string): Promise<string> {
  return (await readFile(path.join(root, 'cluster', 'owner-password'), 'utf8')).trim()
}

const draftPrefix = 'cluster.'

/** Removes temporary folders of killed starts. */
async function removeDrafts(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (!name.startsWith(draftPrefix) || isAlive(Number(name.slice(draftPrefix.length).split('.')[0]))) continue
    await rm(path.join(root, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Creates the cluster in a temporary folder and renames it atomically, so that a killed start leaves no partial
 * cluster. Of concurrent starts one wins.
 */
export async function createCluster(root: string, native: string, account: OsAccount): Promise<void> {
  await removeDrafts(root)
  const draft = await mkdtemp(path.join(root, `${draftPrefix}${process.pid}.`))
  try {
    const password = randomBytes(24).toString('base64url')
    const data = path.join(draft, 'data')
    const passwordFile = path.join(draft, 'initdb-password')
    await mkdir(data, { mode: 0o700 })
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })
    if (account.uid !== undefined) {
      await chmod(draft, 0o711)
      for (const file of [data, passwordFile]) await chown(file, account.uid, account.gid ?? account.uid)
    }
    // The builtin collation C.UTF-8 keeps indexes independent of the machine's libc.
    const initdb = [path.join(native, 'bin', 'initdb'), '-D', data, '-U', ownerRole, `--pwfile=${passwordFile}`]
    const settings = [
      '--auth=scram-sha-256',
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ]
    await run(...commandAs(account, [...initdb, ...settings, '--no-instructions']), {
      ...credentials(account),
      cwd: '/',
    })
    await rm(passwordFile)
    await writeFile(path.join(draft, 'owner-password'), `${password}\n`, { mode: 0o600 })
    await rename(draft, path.join(root, 'cluster'))
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!(error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')))
      throw error
  }
}
