/** One member's part of a batch: its work, and who waits for it. */
interface Waiting<T> {
  part: T
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Collects what arrives while the last batch is being written, and writes that together: a lone post goes at once, a thousand share a
 * commit, and no timer decides.
 * @param write is given parts of at most `most`; when it fails, everybody in it learns so
 * @returns ends when the part has been written
 */
export function createBatcher<T>(write: (parts: T[]) => Promise<void>, most = 200): (part: T) => Promise<void> {
  let waiting: Waiting<T>[] = []
  let running = false

  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      try {
        await write(batch.map(({ part }) => part))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = false
  }

  return (part) =>
    new Promise((resolve, reject) => {
      waiting.push({ part, resolve, reject })
      if (!running) void run()
    })
}
