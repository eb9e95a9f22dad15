import { type Config, readEnvironment } from './config.ts'
import { explainFailedStart } from './node/explain-failed-start.ts'
import { runNode } from './node/run-node.ts'

const stopped = new AbortController()
// Not `once`: Ctrl-C sends the signal twice (terminal and parent), and the second must not interrupt the shutdown.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.abort())
// The server stops when its parent `npm start` exits.
process.once('disconnect', () => stopped.abort())

try {
  const config = readEnvironment()
  await runNode(config, stopped.signal, () => reportReady(config))
} catch (error) {
  const line = explainFailedStart(error)
  if (line === null) throw error
  // A supervisor starts the node again.
  process.stderr.write(`${line}\n`)
  process.exitCode = 1
} finally {
  if (process.connected) process.disconnect?.()
}

/** To the parent process, or to the operator at the terminal. */
function reportReady({ productName, publicUrl }: Config): void {
  process.send?.({ ready: true })
  if (process.stdout.isTTY && !process.send) process.stdout.write(`\n  ${productName} is ready at ${publicUrl}\n\n`)
}
