/** Runs at most `maxConcurrent` tasks of one key at a time in this process; the others wait in order. */
export interface ConcurrencyLimiter {
  run<T>(key: string, maxConcurrent: number, work: () => Promise<T>): Promise<T>
}

export function createConcurrencyLimiter(): ConcurrencyLimiter {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>()

  return {
    async run(key, maxConcurrent, work) {
      const queue = queues.get(key) ?? { running: 0, waiting: [] }
      queues.set(key, queue)
      // A finishing task passes its slot on, so `running` does not change.
      if (queue.running >= maxConcurrent) await new Promise<void>((resolve) => queue.waiting.push(resolve))
      else queue.running++
      try {
        return await work()
      } finally {
        const next = queue.waiting.shift()
        if (next) next()
        else if (--queue.running === 0) queues.delete(key)
      }
    },
  }
}
