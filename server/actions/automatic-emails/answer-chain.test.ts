import { expect, test } from 'vitest'
import { organizationOf } from '../../mail/people/organization.ts'
import { findAnswerChain, type RecentForward } from './answer-chain.ts'

const at = (seconds: number): Date => new Date(Date.UTC(2026, 0, 1) + seconds * 1000)
/** An email that is received, sorted within a second and forwarded. */
const forward = (sender: string, received: number, forwarded = received + 2): RecentForward => ({
  logId: `${sender} ${received}`,
  address: 'desk@firm.example',
  sender,
  subject: '',
  receivedAt: at(received),
  processedAt: at(received + 1),
  countedAt: at(forwarded),
})
const customer = 'anna@customer.example'
const system = 'desk@system.example'
const chainOf = (forwards: RecentForward[], received: number, sender = system): number => {
  const own = organizationOf(sender)
  return findAnswerChain(
    forwards.toSorted((a, b) => b.countedAt.getTime() - a.countedAt.getTime()),
    { receivedAt: at(received), processedAt: at(received + 1) },
    { isOwn: (each) => organizationOf(each.sender) === own, isOther: (each) => organizationOf(each.sender) !== own },
  ).length
}
const turns = [forward(customer, 0), forward(system, 5), forward(system, 10), forward(system, 15)]

test('emails of one sender that follow forwards in turn', () => {
  expect(chainOf(turns, 20, system)).toBe(3)
})

test('from other addresses of its domain, and within the second of the forward', () => {
  expect(chainOf([forward(customer, 0), forward('a@mail.system.example', 3), forward('b@system.example', 5)], 7)).toBe(
    2,
  )
})

test.each([
  ['no forward before the first', turns.slice(1), 20, system],
  ['another sender', turns, 20, 'max@partner.example'],
  ['a break before this one', turns, 90_000, system],
  ['another customer at a public provider', [forward('a@gmail.com', 0), forward('b@gmail.com', 5)], 9, 'c@gmail.com'],
])('not with %s', (_, forwards, received, sender) => {
  expect(chainOf(forwards, received, sender)).toBe(0)
})

test('a break within starts it again, where another forward is before that', () => {
  expect(chainOf([...turns, forward(customer, 200_000), forward(system, 200_005)], 200_010)).toBe(1)
})

test('emails that arrive together count once', () => {
  const together = [5, 5, 6, 6].map((received, n) => forward(system, received, 20 + n))
  expect(chainOf([forward(customer, 0), ...together], 30)).toBe(1)
})
