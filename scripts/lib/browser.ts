import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installFirst, mayInstall } from './apt-install.ts'

/** The headless shell comes first: it needs a third less CPU and memory. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
/** Debian package names; not every release has the first. */
const packages = ['chromium-headless-shell', 'chromium']
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Finds the browser for the end-to-end tests: CHROME_PATH or an installed one; null where there is none. */
export function findBrowser(): string | null {
  const chosen = process.env['CHROME_PATH']
  if (chosen) return chosen
  const inPath = (process.env['PATH'] ?? '').split(delimiter).flatMap((dir) => names.map((name) => join(dir, name)))
  return [...inPath, ...macPaths].find(isProgram) ?? null
}

/**
 * Installs Chromium with apt where no browser is found and the user is root.
 * @returns false, after printing what to do, where there is no browser and none can be installed
 */
export function ensureBrowser(): boolean {
  if (findBrowser()) return true
  if (mayInstall()) {
    process.stdout.write('Installing Chromium …\n')
    if (installFirst(packages, () => findBrowser() !== null)) return true
  }
  process.stderr.write(
    'No browser for the end-to-end tests: install Chromium or Chrome, or set CHROME_PATH, and run `npm test` again.\n',
  )
  return false
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
