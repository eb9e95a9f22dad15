import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { measured, type Measurement } from './lib/report.ts'

const built = 'dist/web'
const budgetGzip = 115_000

/**
 * Bytes of JavaScript before the login screen shows: what the page names itself, and the screen with all that it
 * imports.
 */
export async function page(): Promise<Measurement[]> {
  if (!existsSync(join(built, 'index.html'))) throw new Error('The page has not been built: run `npm run build` first')
  const screen = (await readdir(join(built, 'assets'))).find((name) => /^auth-screen-[\w-]+\.js$/.test(name))
  if (!screen) throw new Error(`There is no login screen in ${built}/assets`)
  const html = await readFile(join(built, 'index.html'), 'utf8')
  const named = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name]) => name ?? '')
  const files = await withImports([...named, screen])
  const bytes = async (end: string): Promise<number> => {
    const sizes = await Promise.all([...files].map((name) => stat(join(built, 'assets', name + end))))
    return sizes.reduce((sum, { size }) => sum + size, 0)
  }
  return [
    measured('JavaScript before login, brotli', 'bytes', await bytes('.br'), null, { note: `${files.size} files` }),
    measured('JavaScript before login, gzip', 'bytes', await bytes('.gz'), null, { budget: budgetGzip }),
  ]
}

/** The files, and whatever they import before they run. */
async function withImports(names: string[]): Promise<Set<string>> {
  const files = new Set(names)
  // A set that grows while it is walked is walked to its end.
  for (const name of files) {
    const text = await readFile(join(built, 'assets', name), 'utf8')
    for (const [, imported] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
      if (imported) files.add(imported)
  }
  return files
}
