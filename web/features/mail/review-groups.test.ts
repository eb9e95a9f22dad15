import { expect, test } from 'vitest'
import { historyEntry } from '../../../test/kit/history-entry.ts'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { reviewGroups } from './review-groups.ts'

const entries = (count: number, more: Partial<HistoryEntry>) => Array.from({ length: count }, () => historyEntry(more))
const like = (runner_up_folder_id: string, runner_up_confidence = 0.5): Partial<HistoryEntry> => ({
  runner_up_folder_id,
  runner_up_confidence,
  reason: 'low_confidence',
})
const shapes = (all: readonly HistoryEntry[]) =>
  reviewGroups(all).map(({ type, kind, folderId, emails }) => [type, kind, folderId, emails.length])

test('asks once about a list, a sender, a kind and what looks like a folder, and at the end about the rest', () => {
  expect(
    shapes([
      ...entries(2, {}),
      ...entries(3, { list_id: 'ships.example' }),
      ...entries(4, { email_kind: 'bills' }),
      ...entries(2, { from_address: 'mum@home.example' }),
      historyEntry(like('travel')),
      ...entries(2, like('news')),
    ]),
  ).toEqual([
    ['kind', 'bills', null, 4],
    ['sender', null, null, 3],
    ['kind', null, 'news', 2],
    ['email', null, 'travel', 1],
    ['other', null, null, 4],
  ])
})

test('an email that looks like a folder at less than 30 % looks like none, and a single one is no group', () => {
  expect(shapes([historyEntry(like('travel', 0.29))])).toEqual([['email', null, null, 1]])
  expect(shapes([historyEntry(like('travel', 0.3))])).toEqual([['email', null, 'travel', 1]])
  expect(reviewGroups([])).toEqual([])
})

test('keeps mailboxes apart', () => {
  const groups = reviewGroups([...entries(2, {}), ...entries(3, { mailbox_id: 'work' })])
  expect(groups.map(({ mailboxId, key, emails }) => [mailboxId, key, emails.length])).toEqual([
    ['work', 'work other', 3],
    ['mine', 'mine other', 2],
  ])
})
