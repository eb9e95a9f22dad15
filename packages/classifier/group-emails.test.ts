import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KIND_TOPICS } from './email-kinds.ts'
import { type EmailGroup, type EmailToGroup, groupEmails, samplesOf } from './group-emails.ts'

type Group = EmailGroup<EmailToGroup>

let last = 0
const email = (more: Partial<EmailToGroup> = {}): EmailToGroup => ({
  messageId: `m${++last}`,
  address: 'someone@shop.example',
  list: null,
  receivedAt: '2026-11-20T08:00:00Z',
  kind: null,
  folderId: null,
  isSure: false,
  ...more,
})
const emails = (count: number, more: Partial<EmailToGroup>): EmailToGroup[] =>
  Array.from({ length: count }, () => email(more))
const shape = (groups: readonly Group[]) =>
  groups.map(({ type, kind, folderId, emails: { length } }) => [type, kind, folderId, length])

describe('groups', () => {
  test('several senders of a kind are one group, the largest is first, and single emails are at the end', () => {
    const groups = groupEmails([
      ...emails(2, { address: 'a@power.example', kind: 'bills' }),
      ...emails(3, { address: 'a@garden.example', kind: 'newsletters' }),
      ...emails(2, { list: 'B.Letters.example', kind: 'newsletters' }),
      email({ list: 'b.letters.example', address: 'x@y.example', kind: 'newsletters' }),
      email({ address: 'trip@air.example', kind: 'travel' }),
      ...emails(2, { address: 'mum@home.example' }),
      email({ address: null }),
      email({ address: null }),
    ])
    expect(shape(groups)).toEqual([
      ['kind', 'newsletters', null, 6],
      ['kind', 'bills', null, 2],
      ['other', null, null, 5],
    ])
    expect(groups.map(({ parts }) => shape(parts).map(([type, , , length]) => `${type} ${length}`))).toEqual([
      ['sender 3', 'sender 3'],
      ['email 1', 'email 1'],
      ['sender 2', 'email 1', 'email 1', 'email 1'],
    ])
  })

  test('are shown by emails of different senders', () => {
    const many = emails(4, { address: 'a@school.example' })
    const [one] = emails(1, { address: 'map@museum.example', receivedAt: '2026-11-01T08:00:00Z' })
    const samples = samplesOf([...many, ...(one ? [one] : [])], 3)
    expect(samples).toHaveLength(3)
    expect(samples).toContain(one)
  })

  test('emails of a kind without a folder go to the folder of the others, where most of those agree', () => {
    const letters = (folderId: string | null, count: number) =>
      emails(count, { address: `${folderId}@letters.example`, kind: 'newsletters', folderId })
    expect(shape(groupEmails([...letters('A', 4), ...letters(null, 6)]))).toEqual([['kind', 'newsletters', 'A', 10]])
    expect(shape(groupEmails([...letters('A', 2), ...letters(null, 6)]))).toEqual([
      ['kind', 'newsletters', null, 6],
      ['kind', 'newsletters', 'A', 2],
    ])
    expect(shape(groupEmails([...letters('A', 4), ...letters('B', 3), ...letters(null, 2)]))).toEqual([
      ['kind', 'newsletters', 'A', 4],
      ['kind', 'newsletters', 'B', 3],
      ['kind', 'newsletters', null, 2],
    ])
    expect(shape(groupEmails(emails(2, { folderId: 'A' })))).toEqual([['kind', null, 'A', 2]])
  })

  test('a sender of several kinds or folders is mixed, unless all of it belongs into one folder', () => {
    const shop = [...emails(3, { kind: 'orders' }), ...emails(3, { kind: 'offers' })]
    const mixed = groupEmails(shop)
    expect(shape(mixed)).toEqual([['mixed', null, null, 6]])
    expect(mixed[0]?.parts.map(({ type, kind }) => `${type} ${kind}`).toSorted()).toEqual([
      ...Array<string>(3).fill('email offers'),
      ...Array<string>(3).fill('email orders'),
    ])
    expect(shape(groupEmails(shop.map((one) => ({ ...one, folderId: 'Shopping' }))))).toEqual([
      ['kind', null, 'Shopping', 6],
    ])
    const folders = (sure: boolean) => [
      ...emails(3, { kind: 'work', folderId: 'A', isSure: sure }),
      ...emails(3, { kind: 'work', folderId: 'B' }),
    ]
    expect(shape(groupEmails(folders(false)))).toEqual([['mixed', 'work', null, 6]])
    // What sorting would do counts more than what is merely likely.
    expect(shape(groupEmails(folders(true)))).toEqual([['kind', 'work', 'A', 6]])
    expect(shape(groupEmails(shop.slice(2, 4)))).toEqual([['other', null, null, 2]])
  })

  test('one email of a kind does not decide about those of its sender that say nothing', () => {
    expect(shape(groupEmails([email({ kind: 'travel' }), ...emails(5, {})]))).toEqual([['other', null, null, 6]])
  })
})

describe('for any emails', () => {
  const some = fc.uniqueArray(
    fc.record({
      messageId: fc.nat(500).map(String),
      address: fc.option(fc.constantFrom('a@x.example', 'A@x.example', 'b@x.example', 'c@x.example')),
      list: fc.option(fc.constantFrom('one.example', 'two.example'), { freq: 2 }),
      receivedAt: fc.constantFrom('2026-11-20T08:00:00Z', '2026-11-21T08:00:00Z', '2026-11-21T10:00:00+02:00'),
      kind: fc.option(fc.constantFrom(...KIND_TOPICS.slice(0, 3).map(([kind]) => kind))),
      folderId: fc.option(fc.constantFrom('A', 'B')),
      isSure: fc.boolean(),
    }),
    { selector: ({ messageId }) => messageId, maxLength: 60 },
  )
  const idsOf = ({ emails: own }: { emails: readonly EmailToGroup[] }): string[] =>
    own.map(({ messageId }) => messageId)
  const everyGroup = (groups: readonly Group[]): Group[] =>
    groups.flatMap((group) => [group, ...everyGroup(group.parts)])

  test('every email is in exactly one group, and in exactly one part of a group that opens', () => {
    fc.assert(
      fc.property(some, (all) => {
        const groups = groupEmails(all)
        expect(groups.flatMap(idsOf).toSorted()).toEqual(idsOf({ emails: all }).toSorted())
        for (const group of everyGroup(groups)) {
          expect(group.parts.length === 0).toBe(group.type === 'email')
          if (group.parts.length > 0) expect(group.parts.flatMap(idsOf).toSorted()).toEqual(idsOf(group).toSorted())
        }
      }),
    )
  })

  test('the keys differ, the groups are ordered by size, and the others are last', () => {
    fc.assert(
      fc.property(some, (all) => {
        const groups = groupEmails(all)
        const keys = everyGroup(groups).map(({ key }) => key)
        expect(new Set(keys).size).toBe(keys.length)
        const sizes = groups.filter(({ type }) => type !== 'other').map((group) => group.emails.length)
        expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
        expect(groups.slice(0, -1).some(({ type }) => type === 'other')).toBe(false)
        for (const { type, emails: own } of groups) if (type === 'kind') expect(own.length).toBeGreaterThan(1)
      }),
    )
  })

  test('the order of the emails makes no difference', () => {
    fc.assert(
      fc.property(
        some.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          expect(groupEmails(shuffled)).toEqual(groupEmails(all))
        },
      ),
    )
  })

  test('more pages never divide a sender that is not mixed, and emails of another sender never change its kind', () => {
    const senderKey = ({ list, address, messageId }: EmailToGroup): string =>
      (list ?? address ?? messageId).toLowerCase()
    fc.assert(
      fc.property(some, fc.nat(60), (all, read) => {
        const page = all.slice(0, read)
        const groupOf = (groups: Group[], id: string) => groups.find((group) => idsOf(group).includes(id))
        const [before, after] = [groupEmails(page), groupEmails(all)]
        const complete = page.filter((one) => !all.slice(read).some((other) => senderKey(other) === senderKey(one)))
        for (const one of complete) {
          const [then, now] = [groupOf(before, one.messageId), groupOf(after, one.messageId)]
          if (then?.type === 'kind' && now?.type === 'kind') expect(now.kind).toBe(then.kind)
          expect(now?.type === 'mixed').toBe(then?.type === 'mixed')
          const own = complete.filter((other) => senderKey(other) === senderKey(one))
          expect(new Set(own.map(({ messageId }) => groupOf(after, messageId)?.key)).size).toBe(1)
        }
      }),
    )
  })
})
