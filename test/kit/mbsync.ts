import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Dovecot } from './dovecot.ts'
import { fastTemporaryFolder } from './fast-temporary-folder.ts'

const program = '/usr/bin/mbsync'

/**
 * Hashes of the emails of these folders as another client copies them: mbsync of `apt-get install isync`. Empty where
 * it is not installed.
 */
export async function hashesByMbsync(server: Dovecot, user: string, folders: readonly string[]): Promise<string[]> {
  if (!existsSync(program)) return []
  const folder = await mkdtemp(path.join(await fastTemporaryFolder(), 'mailroom-mbsync-'))
  try {
    const config = path.join(folder, 'mbsyncrc')
    await mkdir(path.join(folder, 'mail'))
    await writeFile(config, configOf(server, user, { folder, folders }))
    const child = spawn(program, ['-q', '-c', config, 'all'], { stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`mbsync ended with ${code}`)
    const entries = await readdir(path.join(folder, 'mail'), { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() && /\/(?:cur|new)$/.test(entry.parentPath))
    return (await Promise.all(files.map(({ parentPath, name }) => hashOf(path.join(parentPath, name))))).toSorted()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Without the header that mbsync adds, by which it finds the email again. */
async function hashOf(file: string): Promise<string> {
  const text = (await readFile(file, 'utf8')).replace(/^X-TUID: .*\r?\n/m, '')
  return createHash('sha256').update(text).digest('hex')
}

const configOf = (
  { host, port, password, certificateFile }: Dovecot,
  user: string,
  { folder, folders }: { folder: string; folders: readonly string[] },
): string => `
IMAPAccount server
Host ${host}
Port ${port}
User ${user}
Pass "${password}"
SSLType IMAPS
CertificateFile ${certificateFile}

IMAPStore far
Account server

MaildirStore near
Path ${folder}/mail/
Inbox ${folder}/mail/INBOX
SubFolders Verbatim

Channel all
Far :far:
Near :near:
Patterns ${folders.join(' ')}
Create Near
Sync Pull
SyncState *
`
