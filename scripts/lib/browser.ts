import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Chromium without its own window comes first: it does the same with a third less of the machine. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
/** As Debian calls them; not every system has the first. */
const packages = ['chromium-headless-shell', 'chromium']
const macPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser for the journeys: CHROME_PATH, or what the machine has; null where it has none. */
export function findBrowser(): string | null {
  const chosen = process.env['CHROME_PATH']
  if (chosen) return chosen
  const inPath = (process.env['PATH'] ?? '').split(delimiter).flatMap((dir) => names.map((name) => join(dir, name)))
  return [...inPath, ...macPlaces].find(isProgram) ?? null
}

/**
 * Installs Chromium where the machine has none and lets us (apt, as root). @returns false, with a line that says what
 * to do, where there is no way
 */
export function ensureBrowser(): boolean {
  if (findBrowser()) return true
  const isRoot = process.getuid?.() === 0
  if (isRoot && hasApt()) {
    process.stdout.write('Installing Chromium …\n')
    const quiet = { stdio: 'ignore' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
    spawnSync('apt-get', ['update'], quiet)
    for (const name of packages) {
      spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], quiet)
      if (findBrowser()) return true
    }
  }
  process.stderr.write(
    'No browser for the journeys: install Chromium or Chrome, or set CHROME_PATH to one, and run `npm test` again.\n',
  )
  return false
}

const hasApt = (): boolean => existsSync('/usr/bin/apt-get')

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
