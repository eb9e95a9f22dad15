import { spawnSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'

const sources = [
  'web/**/*',
  'contract/**/*',
  'packages/classifier/*',
  'index.html',
  'vite.config.ts',
  'scripts/lib/{icon-imports,prerendered-pages,shell-chunks}.ts',
  'package-lock.json',
]
const built = 'dist/web/index.html'

/** Builds the page where the build is missing or older than its sources. @returns false where the build failed */
export function buildPage(): boolean {
  // A release has the built page without its sources.
  if (!existsSync('web')) return existsSync(built)
  if (existsSync(built)) {
    const builtAt = statSync(built).mtimeMs
    const newest = Math.max(...globSync(sources).map((file) => statSync(file).mtimeMs))
    if (newest <= builtAt) return true
  }
  process.stdout.write('Building the page …\n')
  // Always a production build, whatever NODE_ENV is set to: React's development build is slow and runs effects twice.
  const env = { ...process.env, NODE_ENV: 'production' }
  return spawnSync('vite', ['build', '--logLevel', 'warn'], { stdio: 'inherit', env }).status === 0
}
