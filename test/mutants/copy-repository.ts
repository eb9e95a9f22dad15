import { execFileSync } from 'node:child_process'
import { cp, mkdtempDisposable, symlink } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** What git does not list and tests need. */
const linked = ['node_modules', 'dist']

/** Copies the working tree, with links to the installed packages, into a temporary folder that ends with it. */
export async function copyRepository(): Promise<{ path: string } & AsyncDisposable> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'mailroom-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n')
  for (const file of listed)
    if (file !== '' && existsSync(file)) await cp(file, join(folder.path, file), { recursive: true })
  for (const name of linked) if (existsSync(name)) await symlink(resolve(name), join(folder.path, name))
  return { path: folder.path, [Symbol.asyncDispose]: () => folder.remove() }
}
