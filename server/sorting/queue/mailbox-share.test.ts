import { expect, test } from 'vitest'
import { nodeHeartbeatMs } from '../../db/limits.ts'
import { createMailboxShare } from './mailbox-share.ts'

function setUp(mailboxes: number) {
  const time = { ms: 0 }
  const share = createMailboxShare(() => time.ms)
  let turns = Array.from({ length: mailboxes }, () => share.begin())
  /** How many mailboxes the node gives back when each has sorted a batch. */
  const givenBack = (): number => {
    const surplus = turns.filter((turn) => turn.isSurplus())
    for (const turn of surplus) turn[Symbol.dispose]()
    turns = turns.filter((turn) => !surplus.includes(turn))
    return surplus.length
  }
  return { time, share, givenBack }
}

test.each([
  ['no other worker', 8, { workers: 0, mailboxes: 0 }, 0],
  ['a worker without mailboxes', 8, { workers: 1, mailboxes: 0 }, 4],
  ['one more than another worker', 5, { workers: 1, mailboxes: 4 }, 0],
  ['fewer than the others', 2, { workers: 2, mailboxes: 7 }, 0],
  ['a third worker', 5, { workers: 2, mailboxes: 4 }, 2],
])('gives back what exceeds the share, rounded up: %s', (_, mailboxes, others, expected) => {
  const { share, givenBack } = setUp(mailboxes)
  share.update(others)
  expect(givenBack()).toBe(expected)
  expect(share.count()).toBe(mailboxes - expected)
})

test('waits until the other workers count what they have taken over', () => {
  const { time, share, givenBack } = setUp(8)
  const alone = { workers: 1, mailboxes: 0 }
  share.update(alone)
  expect(givenBack()).toBe(4)
  share.update(alone)
  expect(givenBack()).toBe(0)
  time.ms += 2 * nodeHeartbeatMs
  share.update(alone)
  expect(givenBack()).toBe(2)
})

test('gives back no more once the others have mailboxes of their own', () => {
  const { share, givenBack } = setUp(8)
  share.update({ workers: 1, mailboxes: 0 })
  share.update({ workers: 1, mailboxes: 8 })
  expect(givenBack()).toBe(0)
})
