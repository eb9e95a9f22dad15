import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { pageScripts } from '../../contract/page-scripts.ts'

/** The scripts of the built page, and which of them a page loads. */

export const builtPage = fileURLToPath(new URL('../../dist/web', import.meta.url))
const assets = join(builtPage, 'assets')

/** The static imports of each script. */
export const scriptImports: ReadonlyMap<string, readonly string[]> = new Map(
  readdirSync(assets)
    .filter((name) => name.endsWith('.js'))
    .map((name) => [
      name,
      [...readFileSync(join(assets, name), 'utf8').matchAll(/(?:from|import)"\.\/([^"/]+\.js)"/g)].map(
        ([, file = '']) => file,
      ),
    ]),
)

/** The one script of this name, followed by a hash of eight characters. */
export function scriptNamed(name: string): string {
  const found = [...scriptImports.keys()].filter(
    (file) => file.startsWith(`${name}-`) && file.length === name.length + 12,
  )
  expect(found, name).toHaveLength(1)
  return found[0] ?? ''
}

export function fetchedWith(script: string, found = new Set<string>()): Set<string> {
  if (found.has(script)) return found
  found.add(script)
  for (const next of scriptImports.get(script) ?? []) fetchedWith(next, found)
  return found
}

/** Maximum gzipped bytes of JavaScript for a first visit to a page (docs/decisions/020-page.md). */
export const firstVisitBudget = 183_000

/** Loaded automatically after the screen. */
const afterPage: Readonly<Record<string, readonly string[]>> = {
  '/dashboard': ['getting-started', 'help-card', 'overview-statistics'],
  '/dashboard?tab=mailbox': ['getting-started', 'sort-existing-card'],
  '/senders': ['recent-presses', 'scan-status'],
}

/** The scripts that a first visit to a page of `pageScripts` loads: gzipped bytes by name. */
export function firstVisitScripts(page: string): Map<string, number> {
  const chunks = ['index', ...(new Map(Object.entries(pageScripts)).get(page) ?? []), ...(afterPage[page] ?? [])]
  const scripts = new Set<string>()
  for (const chunk of chunks) fetchedWith(scriptNamed(chunk), scripts)
  return new Map([...scripts].map((name) => [name, gzipSync(readFileSync(join(assets, name)), { level: 9 }).length]))
}
