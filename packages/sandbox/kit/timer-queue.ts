type Timer = { at: number; run: () => void | Promise<void> }

/** Timers by the time at which they are due; equal times in the order in which they were added. */
export class TimerQueue {
  #timers: Timer[] = []
  readonly #running = new Set<Promise<void>>()
  readonly #onEnd: () => void

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
  }

  get next(): Timer | undefined {
    return this.#timers[0]
  }

  add(timer: Timer): void {
    const index = this.#timers.findLastIndex((other) => other.at <= timer.at) + 1
    this.#timers.splice(index, 0, timer)
  }

  remove(timer: Timer): void {
    this.#timers = this.#timers.filter((other) => other !== timer)
  }

  /** Removes and returns the next timer that is due by `time`. */
  claimDue(time: number): Timer | undefined {
    return this.next && this.next.at <= time ? this.#timers.shift() : undefined
  }

  start(timer: Timer): void {
    const done = runTimer(timer).finally(() => {
      this.#running.delete(done)
      this.#onEnd()
    })
    this.#running.add(done)
  }

  /** Resolves when the timers that run now have ended. */
  async finished(): Promise<void> {
    await Promise.all(this.#running)
  }

  clear(): void {
    this.#timers = []
  }
}

async function runTimer(timer: Timer): Promise<void> {
  try {
    await timer.run()
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error))
  }
}
