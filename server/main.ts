import { type Config, ConfigError, readEnvironment } from './config.ts'
import { connectionFailure, explainFailedStart } from './db/connection/connection-failure.ts'
import { runNode } from './node/run-node.ts'
import { StartupError } from './startup-error.ts'

const stopped = new AbortController()
// Not `once`: Ctrl-C sends the signal twice (terminal and parent), and the second must not interrupt the shutdown.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.abort())
// The server stops when its parent `npm start` exits.
process.once('disconnect', () => stopped.abort())

try {
  const config = readEnvironment()
  await runNode(config, stopped.signal, () => reportReady(config))
} catch (error) {
  process.stderr.write(`${explanationOf(error)}\n`)
  process.exitCode = 1
} finally {
  if (process.connected) process.disconnect?.()
}

/** To the parent process, or to the operator at the terminal. */
function reportReady({ productName, publicUrl }: Config): void {
  process.send?.({ ready: true })
  if (process.stdout.isTTY && !process.send) process.stdout.write(`\n  ${productName} is ready at ${publicUrl}\n\n`)
}

/** One line for what the operator can mend. A supervisor starts the node again. @throws any other error */
function explanationOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartupError) return error.message
  const failure = connectionFailure(error)
  if (failure === null) throw error
  return explainFailedStart(failure)
}
