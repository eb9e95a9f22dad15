import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { runGuarded } from './guarded-server.ts'

const env = { PATH: `${process.env['PATH']}:/usr/sbin`, TZ: 'UTC' }
/** Starts the server of this folder. @throws with its log where it does not start */
export async function runDovecot(folder: string) {
  const server = runGuarded(folder, ['dovecot', '-F', '-c', `${folder}/dovecot.conf`], env)
  const log: string[] = []
  const isReady = await new Promise<boolean>((resolve) => {
    server.onLine((line) => {
      log.push(line)
      if (line.includes(' starting up ')) resolve(true)
      if (line.includes('Fatal:') || line.includes('Error:')) resolve(false)
    })
  })
  if (isReady) return { stop: server.stop }
  await server.stop()
  throw new Error(`Dovecot does not start:\n${log.join('\n')}`)
}

/** @throws with the message of the command where it fails */
export async function runDoveadm(folder: string, args: readonly string[], input?: string | Buffer): Promise<string> {
  const child = spawn('doveadm', ['-c', `${folder}/dovecot.conf`, ...args], { env, stdio: 'pipe' })
  child.stdin.end(input)
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code === 0) return output
  throw new Error(`doveadm ${args.join(' ')} ended with ${code}: ${errors}${output}`)
}
