import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { createInterface } from 'node:readline'

const env = { PATH: `${process.env['PATH']}:/usr/sbin`, TZ: 'UTC' }
/**
 * A line of input stops Dovecot. The end of the input means that the process of the tests was killed: then the folder
 * is removed as well.
 */
const guard = `trap '' INT
dovecot -F -c "$1/dovecot.conf" & pid=$!
if read -r line; then kill $pid; wait $pid; else kill $pid; wait $pid; rm -rf "$1"; fi`

/** Starts the server of this folder. @throws with its log where it does not start */
export async function runDovecot(folder: string) {
  const child = spawn('sh', ['-c', guard, 'sh', folder], { env, stdio: ['pipe', 'ignore', 'pipe'] })
  const exited = once(child, 'exit')
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && !child.stdin.writableEnded) child.stdin.end('stop\n')
    await exited
  }
  const log: string[] = []
  const isReady = await new Promise<boolean>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      log.push(line)
      if (line.includes(' starting up ')) resolve(true)
      if (line.includes('Fatal:') || line.includes('Error:')) resolve(false)
    })
    child.once('exit', () => resolve(false))
  })
  if (isReady) return { stop }
  await stop()
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
