import { expect, test } from 'vitest'
import {
  describeDays,
  formatDay,
  formatMinutes,
  modelText,
  weekText,
  roundedScale,
  decisionShares,
} from './overview-texts.ts'

test('formats a day independently of the time zone', () => {
  expect(formatDay('2026-03-01')).toBe('Mar 1')
})

test('formats 60 minutes and more as hours', () => {
  expect([0, 59, 60, 125, 60_000].map(formatMinutes)).toEqual(['0 min', '59 min', '1 h', '2 h 5 min', '1,000 h'])
})

test('rounds the scale up to a round number', () => {
  expect([0, 1, 2, 3, 7, 10, 11, 24, 49, 51, 999].map(roundedScale)).toEqual([1, 1, 2, 3, 8, 10, 20, 30, 50, 60, 1000])
})

test('describes the chart in one sentence', () => {
  const day = (name: string, sorted: number) => ({ day: name, sorted, left: 1, failed: 0 })
  expect(describeDays([day('2026-03-01', 2), day('2026-03-02', 9)], { sorted: 11, left: 2, failed: 0 })).toBe(
    'Emails per day since Mar 1: 11 sorted, 2 left in the inbox, 0 failed. Most on Mar 2: 10 emails.',
  )
})

const overview = {
  days: Array.from({ length: 30 }, () => ({ day: '2026-03-01', sorted: 0, left: 0, failed: 0 })),
  totals: { sorted: 4, left: 0, failed: 0 },
  folders: [],
  otherFolders: 0,
  decidedBy: { condition: 0, correction: 1, classifier: 3, model: 0, user: 0 },
  week: { instructions: 1200, learning: 40, model: 0, user: 2 },
  modelUsage: null,
  askedModel: 0,
  unsure: 0,
  minutesSaved: 2,
  usage: { month: '2026-03-01', processed: 4, limit: 100 },
}

test('names the deciders of the month and of the week, without those that decided nothing', () => {
  expect(decisionShares(overview, 'Mailroom').map(({ mails, share }) => [mails, share])).toEqual([
    [3, 0.75],
    [1, 0.25],
  ])
  expect(weekText(overview)).toBe('This week: 40 learned from your filing, 1,200 by your instructions, 2 by you.')
  const quiet = { ...overview, week: { instructions: 0, learning: 0, model: 0, user: 0 } }
  expect(weekText(quiet)).toBe('This week: nothing was sorted yet.')
})

test('shows how often the language model was asked, its cost, and the share of conflicts', () => {
  const asked = { ...overview, askedModel: 2 }
  const often = 'In 30 days, the language model was asked about 2 of 4 emails (50%).'
  const none = { calls: 0, mails: 0, conflicts: 0, tokens: 0 }
  expect(modelText({ ...asked, modelUsage: { calls: 1, mails: 4, conflicts: 1, tokens: 1450 } })).toBe(
    `${often} This week: 4 emails in 1 call, 1,450 tokens. ` +
      'For 1 (25%), your instructions and the emails you filed before named different folders.',
  )
  // The provider reports no tokens.
  expect(modelText({ ...asked, modelUsage: { ...none, calls: 2, mails: 2 } })).toBe(
    `${often} This week: 2 emails in 2 calls.`,
  )
  expect(modelText({ ...asked, modelUsage: none })).toBe(`${often} It was not asked this week.`)
  // No model is configured any more.
  expect(modelText(asked)).toBe(often)
})

test('is silent about a language model where none is configured, and not where it was not asked', () => {
  expect(modelText(overview)).toBeNull()
  expect(modelText({ ...overview, modelUsage: { calls: 0, mails: 0, conflicts: 0, tokens: 0 } })).toBe(
    'In 30 days, the language model was asked about 0 of 4 emails (0%). It was not asked this week.',
  )
})
