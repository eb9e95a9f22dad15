import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Operating system account of PostgreSQL, which refuses to run as root. */
export interface OsAccount {
  /** Prefix of each command. */
  prefix: readonly string[]
  /** Other user that runs the commands and owns the files. */
  uid?: number
  gid?: number
}

/** User id of `nobody`: exists on every Linux and owns no other files. */
const nobody = 65534

const inUserNamespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']

/**
 * An ordinary user runs PostgreSQL itself. Root uses a user namespace, in which the process is unprivileged and the
 * files stay root's; where the kernel or container forbids namespaces (Docker's default), the user `nobody`. Existing
 * data keeps its owner.
 */
export async function chooseAccount(dataOwner: number | null, namespacesAllowed = true): Promise<OsAccount> {
  if (process.getuid?.() !== 0) return { prefix: [] }
  if (dataOwner) return { prefix: [], uid: dataOwner, gid: dataOwner }
  if (namespacesAllowed && (await runsSuccessfully([...inUserNamespace, 'true'], { prefix: [] })))
    return { prefix: inUserNamespace }
  return { prefix: [], uid: nobody, gid: nobody }
}

/** A command with the account's prefix. */
export function commandAs(account: OsAccount, command: readonly string[]): [file: string, args: string[]] {
  const [file = '', ...args] = [...account.prefix, ...command]
  return [file, args]
}

export function credentials({ uid, gid }: OsAccount): { uid?: number; gid?: number } {
  return { ...(uid === undefined ? {} : { uid }), ...(gid === undefined ? {} : { gid }) }
}

export async function runsSuccessfully(command: readonly string[], account: OsAccount): Promise<boolean> {
  try {
    await run(...commandAs(account, command), { ...credentials(account), cwd: '/' })
    return true
  } catch {
    return false
  }
}
