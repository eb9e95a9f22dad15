import { setTimeout as delay } from 'node:timers/promises'

interface DispatcherParts<Name extends string, Job> {
  queues: readonly Name[]
  /** Jobs of one queue in parallel. */
  concurrency: number
  /** Claims a due job of the queue; null where there is none. */
  claim: (name: Name) => Promise<Job | null>
  /** Runs a claimed job and records its outcome. */
  run: (name: Name, job: Job) => Promise<void>
  /** Makes a job that a shutdown interrupts available to other nodes. */
  abandon: (name: Name, job: Job) => Promise<void>
  onError: (error: unknown) => void
}

export interface JobDispatcher<Name extends string> {
  /** Looks for due jobs of the queue. Without effect before `start` and after `stop`. */
  wake: (name: Name) => void
  /** Looks at all queues. */
  start(): void
  /** Claims nothing more, waits for the running jobs, and abandons those that take longer. */
  stop(timeoutMs: number): Promise<void>
}

interface Queue {
  running: number
  isClaiming: boolean
  /** Jobs may be due that no claim has looked for yet. */
  isAwake: boolean
}

/**
 * Runs the due jobs of all queues. One job is claimed at a time, and after each the queue is looked at again: nodes
 * that wake up together share its jobs evenly, and a queue without jobs costs nothing.
 */
export function createJobDispatcher<Name extends string, Job>({
  queues,
  concurrency,
  claim,
  run,
  abandon,
  onError,
}: DispatcherParts<Name, Job>): JobDispatcher<Name> {
  const states = new Map<Name, Queue>(queues.map((name) => [name, { running: 0, isClaiming: false, isAwake: false }]))
  const running = new Map<Job, Name>()
  const work = new Set<Promise<void>>()
  let isStarted = false

  const track = (promise: Promise<void>): void => {
    const tracked = promise.catch(onError).finally(() => work.delete(tracked))
    work.add(tracked)
  }

  const mayClaim = ({ isAwake, running: count }: Queue): boolean => isStarted && isAwake && count < concurrency

  async function claimJobs(name: Name, queue: Queue): Promise<void> {
    queue.isClaiming = true
    try {
      while (mayClaim(queue)) {
        // Before the claim: a job that is enqueued during it may not be found by it.
        queue.isAwake = false
        const job = await claim(name)
        if (job === null) continue
        queue.isAwake = true
        queue.running++
        track(runJob(name, queue, job))
      }
    } finally {
      queue.isClaiming = false
    }
  }

  async function runJob(name: Name, queue: Queue, job: Job): Promise<void> {
    running.set(job, name)
    try {
      await run(name, job)
    } finally {
      running.delete(job)
      queue.running--
      advance(name, queue)
    }
  }

  function advance(name: Name, queue: Queue): void {
    if (isStarted && queue.isAwake && !queue.isClaiming) track(claimJobs(name, queue))
  }

  function wake(name: Name): void {
    const queue = states.get(name)
    if (!queue) return
    queue.isAwake = true
    advance(name, queue)
  }

  async function finishWork(): Promise<void> {
    while (work.size > 0) await Promise.all(work)
  }

  return {
    wake,
    start() {
      isStarted = true
      for (const name of queues) wake(name)
    },
    async stop(timeoutMs) {
      isStarted = false
      await Promise.race([finishWork(), delay(timeoutMs, undefined, { ref: false })])
      for (const [job, name] of running) await abandon(name, job).catch(onError)
    },
  }
}
