import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { mayInstall, run } from './apt-install.ts'

/** Dovecot and Cyrus cannot both be installed as packages: the second one is unpacked here. */
const unpacked = join(import.meta.dirname, '../../node_modules/.cache/cyrus')
const master = join(unpacked, 'root/usr/lib/cyrus/bin/master')

/** The folder with the programs of Cyrus IMAP; null where they are missing. */
export const findCyrus = (): string | null => (existsSync(master) ? join(unpacked, 'root') : null)

/** Unpacks Cyrus and the libraries that this machine lacks; otherwise prints that its tests are skipped. */
export function ensureCyrus(): void {
  if (findCyrus()) return
  if (mayInstall()) {
    process.stdout.write('Unpacking Cyrus IMAP …\n')
    mkdirSync(join(unpacked, 'root'), { recursive: true })
    run('apt-get', ['update'])
    const plan = spawnSync('apt-get', ['install', '-s', '--no-install-recommends', 'cyrus-imapd'], { encoding: 'utf8' })
    const packages = [...(plan.stdout ?? '').matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name)
    spawnSync('apt-get', ['download', ...packages], { stdio: 'ignore', cwd: unpacked })
    const files = readdirSync(unpacked).filter((name) => name.endsWith('.deb'))
    for (const file of files) run('dpkg', ['-x', join(unpacked, file), join(unpacked, 'root')])
    if (findCyrus()) return
  }
  process.stdout.write('Tests with Cyrus IMAP are skipped: it could not be unpacked with apt.\n')
}
