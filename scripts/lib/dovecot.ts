import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { installFirst, mayInstall, run } from './apt-install.ts'

const path = `${process.env['PATH']}:/usr/sbin`

/** Whether the mail server of the tests is installed. Version 2.4 reads another form of configuration. */
export function hasDovecot(): boolean {
  const { stdout } = spawnSync('dovecot', ['--version'], { encoding: 'utf8', env: { PATH: path } })
  return stdout?.startsWith('2.3.') ?? false
}

/** Installs Dovecot with apt where it is missing and the user is root; otherwise prints that its tests are skipped. */
export function ensureDovecot(): true {
  if (hasDovecot()) return true
  if (mayInstall()) {
    process.stdout.write('Installing Dovecot …\n')
    if (installWithoutService()) return true
  }
  process.stdout.write(
    'Tests with a real mail server are skipped: install Dovecot 2.3 (`apt-get install dovecot-imapd`).\n',
  )
  return true
}

/** Tests start their own Dovecot: the service of the package neither starts now nor at the next boot. */
function installWithoutService(): boolean {
  const policy = '/usr/sbin/policy-rc.d'
  const hasPolicy = existsSync(policy)
  if (!hasPolicy) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return installFirst(['dovecot-imapd'], hasDovecot)
  } finally {
    if (!hasPolicy) rmSync(policy)
    run('deb-systemd-helper', ['disable', 'dovecot.service', 'dovecot.socket'])
    run('update-rc.d', ['dovecot', 'disable'])
  }
}
