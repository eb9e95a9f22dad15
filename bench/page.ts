import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pageScores } from './page-scores.ts'
import { measurement, type Measurement } from './lib/report.ts'

const built = 'dist/web'
const budgetBrotli = 78_500

/**
 * Bytes of JavaScript before the login screen shows: the scripts that index.html names and the screen with all its
 * static imports. Where Lighthouse is installed, its scores of each screen, too.
 */
export async function page(): Promise<Measurement[]> {
  if (!existsSync(join(built, 'index.html'))) throw new Error('The page has not been built: run `npm run build` first')
  const screen = (await readdir(join(built, 'assets'))).find((name) => /^login-screen-[\w-]+\.js$/.test(name))
  if (!screen) throw new Error(`No login screen was found in ${built}/assets`)
  const html = await readFile(join(built, 'index.html'), 'utf8')
  const named = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name]) => name ?? '')
  const files = await withImports([...named, screen])
  const bytes = async (end: string): Promise<number> => {
    const sizes = await Promise.all([...files].map((name) => stat(join(built, 'assets', name + end))))
    return sizes.reduce((sum, { size }) => sum + size, 0)
  }
  return [
    ...(await pageScores()),
    measurement('JavaScript before login, brotli', 'bytes', await bytes('.br'), null, {
      budget: budgetBrotli,
      note: `${files.size} files`,
    }),
  ]
}

/** The files and everything they import statically. */
async function withImports(names: string[]): Promise<Set<string>> {
  const files = new Set(names)
  // Iterating a Set also visits the items added during the iteration.
  for (const name of files) {
    const text = await readFile(join(built, 'assets', name), 'utf8')
    for (const [, imported] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
      if (imported) files.add(imported)
  }
  return files
}
