import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { MessageSlots } from './message-slots.ts'

/** While other mailboxes of a node receive mail: interval in which it starts the messages of backlogs, one by one. */
const backlogIntervalMs = 50
/** They start while the node's event loop is busy for less than this part of the time, or after `backlogMaxWaitMs`. */
export const backlogMaxUtilization = 0.3
const backlogMaxWaitMs = 1000
/** A mailbox without a backlog counts as active for this long after a message. */
const othersActiveMs = 2000

/**
 * Lets mailboxes with many waiting messages give way to the others of a node, whose messages share its processor. While
 * others receive mail, the messages of all backlogs start one after the other, at intervals, and only while the node is
 * mostly idle. A backlog alone is sorted at full speed.
 */
interface BacklogGate {
  /** Slots of a mailbox with a backlog. */
  giveWay(slots: MessageSlots): MessageSlots
  /** Slots of a mailbox without one. */
  goAhead(slots: MessageSlots): MessageSlots
}

/** @param measureLoad the part of the next `ms` milliseconds in which this node is busy, 0 to 1 */
export function createBacklogGate(measureLoad: (ms: number) => Promise<number> = measureEventLoop): BacklogGate {
  let inProgress = 0
  let lastEndedAt = Number.NEGATIVE_INFINITY
  let previousTurn: Promise<void> = Promise.resolve()
  const othersAreActive = (): boolean => inProgress > 0 || performance.now() - lastEndedAt < othersActiveMs

  async function untilIdle(): Promise<void> {
    const deadline = performance.now() + backlogMaxWaitMs
    while (othersAreActive() && performance.now() < deadline) {
      if ((await measureLoad(backlogIntervalMs)) < backlogMaxUtilization) return
    }
  }
  async function takeTurn(): Promise<void> {
    const turn = previousTurn.then(untilIdle)
    previousTurn = turn.catch(() => undefined)
    await turn
  }

  return {
    giveWay: (slots) => ({
      async acquire() {
        await slots.acquire()
        await takeTurn()
      },
      release: () => slots.release(),
    }),
    goAhead: (slots) => ({
      async acquire() {
        await slots.acquire()
        inProgress++
      },
      release() {
        inProgress--
        lastEndedAt = performance.now()
        slots.release()
      },
    }),
  }
}

async function measureEventLoop(ms: number): Promise<number> {
  const before = performance.eventLoopUtilization()
  await delay(ms)
  return performance.eventLoopUtilization(before).utilization
}
