import { parentPort, workerData } from 'node:worker_threads'

/**
 * Worker thread that kills the process at its limits of memory (V8's own limit excludes buffers) and CPU time. A
 * separate thread keeps measuring while the parser blocks the main thread.
 */
const { bytes, cpuMs }: { bytes: unknown; cpuMs: unknown } = workerData
if (typeof bytes !== 'number' || typeof cpuMs !== 'number') throw new Error('Both limits are needed')
const look = (): void => {
  const { user, system } = process.cpuUsage()
  if (process.memoryUsage.rss() > bytes || user + system > cpuMs * 1000) process.kill(process.pid, 'SIGKILL')
}
look()
setInterval(look, 20)
parentPort?.postMessage('watching', [])
