import { chown, readFile } from 'node:fs/promises'
import os from 'node:os'

/** The user and group of the processes that read mail. */
export interface Account {
  user: string
  group: string
  isRoot: boolean
}

/** Root runs the processes as the package's users; another user runs all of them. */
export async function findAccount(): Promise<Account> {
  if (process.getuid?.() === 0) return { user: 'mail', group: 'mail', isRoot: true }
  const { username, gid } = os.userInfo()
  const groups = (await readFile('/etc/group', 'utf8')).split('\n').map((line) => line.split(':'))
  return { user: username, group: groups.find(([, , id]) => id === String(gid))?.[0] ?? username, isRoot: false }
}

/** Gives a folder to the user `mail`. */
export async function chownToMail(folder: string): Promise<void> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const [, , uid, gid] = users.find(([name]) => name === 'mail') ?? []
  await chown(folder, Number(uid), Number(gid))
}
