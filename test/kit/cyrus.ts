import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { ImapFlow } from 'imapflow'
import { vi } from 'vitest'
import { findCyrus } from '../../scripts/lib/cyrus.ts'
import { freePort } from '../../scripts/lib/free-port.ts'
import { fastTemporaryFolder } from './fast-temporary-folder.ts'
import { runGuarded } from './guarded-server.ts'
import { chownToMail, findAccount } from './mail-account.ts'
import { mailCertificate } from './mail-certificate.ts'

const password = 'correct horse battery staple'
const root = findCyrus()
export const withCyrus = (title: string): string => (root === null ? `${title} (skipped: npm run test:long)` : title)
export const cyrusIsMissing = root === null

/** A Cyrus IMAP server of its own on loopback, in which every user has a mailbox after the first sign-in. */
export async function startCyrus() {
  if (root === null) throw new Error('Cyrus is not unpacked: `npm run test:long` does so')
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(await fastTemporaryFolder(), 'mailroom-cyrus-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const { certificate, privateKey } = mailCertificate()
  const { user, group, isRoot } = await findAccount()
  await chmod(folder, 0o755)
  const bin = path.join(root, 'usr/lib/cyrus/bin')
  await writeFile(path.join(folder, 'certificate.pem'), certificate)
  await writeFile(path.join(folder, 'key.pem'), privateKey)
  await writeFile(path.join(folder, 'imapd.conf'), imapdConfig(folder, user, group))
  await writeFile(path.join(folder, 'cyrus.conf'), cyrusConfig(folder, bin, port))
  for (const name of ['conf', 'spool', 'socket', 'proc', 'lock']) {
    await mkdir(path.join(folder, name))
    if (isRoot) await chownToMail(path.join(folder, name))
  }
  stack.use(await startPasswordCheck(path.join(folder, 'socket/mux')))
  const libraries = await librariesOf(root)
  const files = ['-C', path.join(folder, 'imapd.conf'), '-M', path.join(folder, 'cyrus.conf')]
  const command = [path.join(bin, 'master'), ...files, '-p', path.join(folder, 'master.pid'), '-D']
  const server = runGuarded(folder, command, { PATH: process.env['PATH'], LD_LIBRARY_PATH: libraries })
  stack.defer(() => server.stop())
  await vi.waitFor(() => accepts(port), { timeout: 120_000, interval: 50 })
  const started = stack.move()
  const host = '127.0.0.1'
  let users = 0
  return {
    host,
    port,
    password,
    newMailbox: async (): Promise<string> => `user${(users += 1)}`,
    async save(name: string, target: string, mime: string): Promise<void> {
      const auth = { user: name, pass: password }
      const client = new ImapFlow({ host, port, secure: true, auth, logger: false, disableAutoIdle: true })
      await client.connect()
      await client.append(target, mime)
      await client.logout()
    },
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

function imapdConfig(folder: string, user: string, group: string): string {
  const special = ['Drafts', 'Sent', 'Junk', 'Trash', 'Archive']
  return `
configdirectory: ${folder}/conf
partition-default: ${folder}/spool
defaultpartition: default
proc_path: ${folder}/proc
mboxname_lockpath: ${folder}/lock
cyrus_user: ${user}
cyrus_group: ${group}
servername: cyrus.example
unixhierarchysep: yes
altnamespace: yes
sasl_pwcheck_method: saslauthd
sasl_mech_list: PLAIN
sasl_saslauthd_path: ${folder}/socket/mux
tls_server_cert: ${folder}/certificate.pem
tls_server_key: ${folder}/key.pem
autocreate_quota: 0
autocreate_inbox_folders: ${special.join(' | ')}
autocreate_subscribe_folders: ${special.join(' | ')}
${special.map((name) => `xlist-${name.toLowerCase()}: ${name}`).join('\n')}
imapidlepoll: 1
idlesocket: ${folder}/socket/idle
notifysocket: ${folder}/socket/notify
lmtpsocket: ${folder}/socket/lmtp
`
}

function cyrusConfig(folder: string, bin: string, port: number): string {
  return `
START {
  recover cmd="${bin}/ctl_cyrusdb -C ${folder}/imapd.conf -r"
}
SERVICES {
  imaps cmd="${bin}/imapd -C ${folder}/imapd.conf -s" listen="127.0.0.1:${port}" prefork=0
}
EVENTS {
}
`
}

/** The protocol of saslauthd: user, password, service and realm, each with its length before it. */
async function startPasswordCheck(socketPath: string) {
  const server = createServer((socket) => {
    let received = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const fields = readFields(received)
      if (fields.length < 4) return
      const answer = fields[1] === password ? 'OK' : 'NO'
      socket.end(Buffer.concat([Buffer.from([0, answer.length]), Buffer.from(answer)]))
    })
  })
  await once(server.listen(socketPath), 'listening')
  await chmod(socketPath, 0o777)
  return { [Symbol.asyncDispose]: async () => void server.close() }
}

function readFields(bytes: Buffer): string[] {
  const fields: string[] = []
  for (let at = 0; bytes.length >= at + 2; ) {
    const end = at + 2 + bytes.readUInt16BE(at)
    if (bytes.length < end) break
    fields.push(bytes.toString('utf8', at + 2, end))
    at = end
  }
  return fields
}

/** The folders of the unpacked libraries, whose names have the architecture of the machine. */
async function librariesOf(folder: string): Promise<string> {
  const parents = ['usr/lib', 'lib'].map((name) => path.join(folder, name))
  const names = await Promise.all(parents.map((parent) => readdir(parent).catch(() => [])))
  return parents
    .flatMap((parent, index) => [parent, ...(names[index] ?? []).map((name) => path.join(parent, name))])
    .join(':')
}

async function accepts(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}
