import { spawnSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'

const sources = [
  'web/**/*',
  'contract/**/*',
  'index.html',
  'vite.config.ts',
  'scripts/lib/shell-chunks.ts',
  'package-lock.json',
]
const built = 'dist/web/index.html'

/** Builds the page where it is missing or older than what it is made of. @returns false where the build failed */
export function buildPage(): boolean {
  if (existsSync(built)) {
    const builtAt = statSync(built).mtimeMs
    const newest = Math.max(...globSync(sources).map((file) => statSync(file).mtimeMs))
    if (newest <= builtAt) return true
  }
  process.stdout.write('Building the page …\n')
  // As it is for its readers, whatever the machine is set to: React made for development is slow, and runs effects
  // twice.
  const env = { ...process.env, NODE_ENV: 'production' }
  return spawnSync('vite', ['build', '--logLevel', 'warn'], { stdio: 'inherit', env }).status === 0
}
