/** Lets at most `places` pieces of work of one key run at once in this process; the others wait in order. */
export interface Turns {
  take<T>(key: string, places: number, work: () => Promise<T>): Promise<T>
}

export function createTurns(): Turns {
  const lanes = new Map<string, { running: number; waiting: (() => void)[] }>()

  return {
    async take(key, places, work) {
      const lane = lanes.get(key) ?? { running: 0, waiting: [] }
      lanes.set(key, lane)
      // A place is handed over by the one who leaves, so `running` does not fall in between.
      if (lane.running >= places) await new Promise<void>((resolve) => lane.waiting.push(resolve))
      else lane.running++
      try {
        return await work()
      } finally {
        const next = lane.waiting.shift()
        if (next) next()
        else if (--lane.running === 0) lanes.delete(key)
      }
    },
  }
}
