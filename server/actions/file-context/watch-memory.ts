import { parentPort, workerData } from 'node:worker_threads'

/** Beside a reader that may be busy: what V8's own limit does not count (buffers) is counted here, and ends the process. */
const mostBytes: unknown = workerData
const look = (): void => {
  if (typeof mostBytes === 'number' && process.memoryUsage.rss() > mostBytes) process.kill(process.pid, 'SIGKILL')
}
look()
setInterval(look, 20)
parentPort?.postMessage('watching', [])
