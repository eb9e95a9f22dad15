import { expect, test } from 'vitest'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { reviewGroups } from './review-groups.ts'

let last = 0
const entry = (more: Partial<HistoryEntry> = {}): HistoryEntry => {
  const id = `${++last}`
  return {
    id,
    mailbox_id: 'mine',
    message_id: `m${id}`,
    processed_at: '2026-11-20T08:00:00Z',
    status: 'left',
    target_folder_id: null,
    stays_in_inbox: false,
    subject: null,
    from_address: `${id}@one.example`,
    from_name: null,
    list_id: null,
    email_kind: null,
    classification_confidence: null,
    decided_by: null,
    decision_basis: null,
    reason: 'no_match',
    explanation: null,
    evidence: [],
    runner_up_folder_id: null,
    runner_up_confidence: null,
    second_choice_folder_id: null,
    corrected_at: null,
    corrected_from_folder_id: null,
    file_at: null,
    file_once_read: false,
    before_correction: null,
    target_folder: '',
    runner_up_folder: null,
    second_choice_folder: null,
    corrected_from_folder: null,
    undo: null,
    success: false,
    ...more,
  }
}
const entries = (count: number, more: Partial<HistoryEntry>) => Array.from({ length: count }, () => entry(more))
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
      entry(like('travel')),
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
  expect(shapes([entry(like('travel', 0.29))])).toEqual([['email', null, null, 1]])
  expect(shapes([entry(like('travel', 0.3))])).toEqual([['email', null, 'travel', 1]])
  expect(reviewGroups([])).toEqual([])
})

test('keeps mailboxes apart', () => {
  const groups = reviewGroups([...entries(2, {}), ...entries(3, { mailbox_id: 'work' })])
  expect(groups.map(({ mailboxId, key, emails }) => [mailboxId, key, emails.length])).toEqual([
    ['work', 'work other', 3],
    ['mine', 'mine other', 2],
  ])
})
