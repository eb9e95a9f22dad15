import { expect, test } from 'vitest'
import {
  describeDays,
  formatDay,
  formatMinutes,
  modelShareText,
  modelUsageText,
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
    'Emails per day in the last 2 days: 11 sorted, 2 left in the inbox, 0 failed. Most on Mar 2: 10 emails.',
  )
})

test('names the deciders of the month and of the week, without those that decided nothing', () => {
  const overview = {
    days: [],
    totals: { sorted: 4, left: 0, failed: 0 },
    folders: [],
    otherFolders: 0,
    decidedBy: { condition: 0, correction: 1, classifier: 3, model: 0, user: 0 },
    week: { instructions: 1200, learning: 40, model: 0, user: 2 },
    modelUsage: { calls: 1, mails: 2, tokens: 1450 },
    askedModel: 2,
    unsure: 0,
    minutesSaved: 2,
    usage: { month: '2026-03-01', processed: 4, limit: 100 },
  }
  expect(decisionShares(overview).map(({ mails, share }) => [mails, share])).toEqual([
    [3, 0.75],
    [1, 0.25],
  ])
  expect(modelShareText(overview)).toBe('The sorter asked the language model about 2 of 4 emails (50%).')
  expect(weekText(overview, 'Mailroom')).toBe(
    'This week: your instructions decided 1,200, what Mailroom learned 40, you 2.',
  )
  expect(modelUsageText(overview)).toBe('It was asked about 2 emails in 1 call this week (1,450 tokens).')
  const quiet = {
    ...overview,
    modelUsage: { calls: 0, mails: 0, tokens: 0 },
    week: { instructions: 0, learning: 0, model: 0, user: 0 },
  }
  expect(weekText(quiet, 'Mailroom')).toBe('This week: nothing was sorted yet.')
  expect(modelUsageText(quiet)).toBeNull()
})
