import { expect, test } from 'vitest'
import { historyEntry } from '../../../test/kit/history-entry.ts'
import { suggestedKey } from './suggested-answer.ts'

test('an email goes into the folder that it looks like, and is kept where none is likely', () => {
  const travel = { runner_up_folder_id: 'travel', runner_up_folder: 'Travel' }
  const key = (confidence: number | null, more = {}) =>
    suggestedKey(historyEntry({ ...travel, runner_up_confidence: confidence, ...more }))
  expect(key(0.3)).toBe('1')
  expect(key(null)).toBe('1')
  expect(key(0.29)).toBe('I')
  expect(key(0.5, { runner_up_folder: null })).toBe('I')
  expect(key(0.9, { reason: 'delayed' })).toBe('F')
  expect(suggestedKey(historyEntry())).toBe('I')
})
