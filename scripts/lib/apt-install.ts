import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether this user may install packages of Debian or Ubuntu. */
export const mayInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs the first of these packages that `isThere` finds afterwards. */
export function installFirst(packages: readonly string[], isThere: () => boolean): boolean {
  run('apt-get', ['update'])
  return packages.some((name) => {
    run('apt-get', ['install', '-y', '--no-install-recommends', name])
    return isThere()
  })
}

export function run(command: string, args: string[]): void {
  spawnSync(command, args, { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}
