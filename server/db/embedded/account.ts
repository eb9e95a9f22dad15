import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** As whom PostgreSQL runs, which refuses to run as root. */
export interface Account {
  /** Put before each command. */
  prefix: readonly string[]
  /** Another user to start commands as; their files must then belong to it. */
  uid?: number
  gid?: number
}

/** `nobody`: every Linux knows it, and it owns nothing elsewhere. */
const nobody = 65534

const inUserNamespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']

/**
 * An ordinary user: as is. Root: in a user namespace, where root is an ordinary user and the files stay root's; where the kernel or the container
 * refuses that (Docker's default), as another user. Data that is there already decides itself: it can only be opened by the one it belongs to.
 */
export async function chooseAccount(dataOwner: number | null, namespacesAllowed = true): Promise<Account> {
  if (process.getuid?.() !== 0) return { prefix: [] }
  if (dataOwner) return { prefix: [], uid: dataOwner, gid: dataOwner }
  if (namespacesAllowed && (await works([...inUserNamespace, 'true'], { prefix: [] })))
    return { prefix: inUserNamespace }
  return { prefix: [], uid: nobody, gid: nobody }
}

/** A command as that account would start it. */
export function commandAs(account: Account, command: readonly string[]): [file: string, args: string[]] {
  const [file = '', ...args] = [...account.prefix, ...command]
  return [file, args]
}

export function credentials({ uid, gid }: Account): { uid?: number; gid?: number } {
  return { ...(uid === undefined ? {} : { uid }), ...(gid === undefined ? {} : { gid }) }
}

export async function works(command: readonly string[], account: Account): Promise<boolean> {
  try {
    await run(...commandAs(account, command), { ...credentials(account), cwd: '/' })
    return true
  } catch {
    return false
  }
}
