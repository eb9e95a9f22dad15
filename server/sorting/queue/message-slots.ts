/** Bounds how many messages are processed at once. A message that waits for something else releases its slot. */
export interface MessageSlots {
  acquire(): Promise<void>
  release(): void
}

export function createMessageSlots(count: number): MessageSlots {
  const waiting: (() => void)[] = []
  let free = count
  return {
    async acquire() {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
    },
    release() {
      // The slot is passed on, so that it goes to the message that has waited longest.
      const next = waiting.shift()
      if (next) next()
      else free++
    },
  }
}
