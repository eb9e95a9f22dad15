import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { backlogMaxUtilization, createBacklogGate } from './backlog-gate.ts'
import { createMessageSlots } from './message-slots.ts'

const busy = 1
const idle = backlogMaxUtilization / 2

/** @param loads of the node, one per interval that a message of the backlog waits */
function gateWith(loads: number[]) {
  const measured: number[] = []
  const waiting = { now: 0, most: 0 }
  const gate = createBacklogGate(async () => {
    waiting.most = Math.max(waiting.most, ++waiting.now)
    await setImmediate()
    waiting.now--
    const load = loads.shift() ?? idle
    measured.push(load)
    return load
  })
  return {
    ahead: gate.goAhead(createMessageSlots(4)),
    backlog: gate.giveWay(createMessageSlots(4)),
    otherBacklog: gate.giveWay(createMessageSlots(4)),
    measured,
    waiting,
  }
}

test('a backlog alone does not wait', async () => {
  const { backlog, measured } = gateWith([])
  await Promise.all([backlog.acquire(), backlog.acquire()])
  expect(measured).toEqual([])
})

test('while another mailbox receives mail, a message of a backlog starts once the node is mostly idle', async () => {
  const { ahead, backlog, measured } = gateWith([busy, busy, idle])
  await ahead.acquire()
  await backlog.acquire()
  expect(measured).toEqual([busy, busy, idle])
})

test('the messages of all backlogs start one after the other, also just after the other mailbox’s mail', async () => {
  const { ahead, backlog, otherBacklog, measured, waiting } = gateWith([])
  await ahead.acquire()
  ahead.release()
  await Promise.all([backlog.acquire(), otherBacklog.acquire(), backlog.acquire()])
  expect(measured).toHaveLength(3)
  expect(waiting.most).toBe(1)
})

test('the mail of mailboxes without a backlog never waits', async () => {
  const { ahead, backlog, measured } = gateWith(Array.from({ length: 3 }, () => busy))
  await ahead.acquire()
  const waiting = backlog.acquire()
  await ahead.acquire()
  expect(measured.length).toBeLessThan(3)
  await waiting
})
