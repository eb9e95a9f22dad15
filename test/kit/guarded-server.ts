import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'

/**
 * A line of input stops the server. The end of the input means that the process of the tests was killed: then the
 * folder is removed as well.
 */
const guard = `trap '' INT
folder=$1; shift
"$@" & pid=$!
if read -r line; then kill $pid; wait $pid; else kill $pid; wait $pid; rm -rf "$folder"; fi`

/** Runs a server that stays in the foreground, and that keeps its state in this folder. */
export function runGuarded(folder: string, command: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn('sh', ['-c', guard, 'sh', folder, ...command], { env, stdio: ['pipe', 'ignore', 'pipe'] })
  const exited = once(child, 'exit')
  return {
    exited,
    onLine: (read: (line: string) => void) => void createInterface({ input: child.stderr }).on('line', read),
    stop: async (): Promise<void> => {
      if (child.exitCode === null && !child.stdin.writableEnded) child.stdin.end('stop\n')
      await exited
    },
    /** Ends the server and removes its folder, which nothing waits for: Dovecot takes a second. */
    end: async (): Promise<void> => {
      if (child.exitCode === null) child.stdin.end()
      else await rm(folder, { recursive: true, force: true })
    },
  }
}
