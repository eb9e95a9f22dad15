import { parentPort, workerData } from 'node:worker_threads'

/** Beside a reader that may be busy: what V8's own limit does not count (buffers), and how much the process works, is counted here, and ends it. */
const { bytes, cpuMs }: { bytes: unknown; cpuMs: unknown } = workerData
if (typeof bytes !== 'number' || typeof cpuMs !== 'number') throw new Error('Both limits are needed')
const look = (): void => {
  const { user, system } = process.cpuUsage()
  if (process.memoryUsage.rss() > bytes || user + system > cpuMs * 1000) process.kill(process.pid, 'SIGKILL')
}
look()
setInterval(look, 20)
parentPort?.postMessage('watching', [])
