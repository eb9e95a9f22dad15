import { expect, test } from 'vitest'
import { formatLogLine } from './log-line.ts'

test('formats a log line for people', () => {
  const time = new Date(2026, 10, 26, 9, 5, 7).toISOString()
  const mailboxId = '9edd11ce-4f18-49e2-a6da-88ddf6a02068'
  const line = (entry: object): string => formatLogLine(JSON.stringify({ time, ...entry }))
  expect(line({ level: 'info', event: 'message_sorted', mailboxId, by: 'classifier' })).toBe(
    '09:05:07 message sorted mailboxId=f6a02068 by=classifier',
  )
  const err = { name: 'TypeError', message: 'No.', stack: '    at sort (sort.ts:1:1)\n    at run (run.ts:2:2)' }
  expect(line({ level: 'error', event: 'request_failed', status: 500, err })).toBe(
    '09:05:07 error: request failed status=500 TypeError: No.\n    at sort (sort.ts:1:1)\n    at run (run.ts:2:2)',
  )
  expect(line({ level: 'info', port: 3000, msg: 'listening' })).toBe('09:05:07 listening port=3000')
})

test('keeps other lines, and lets no text control the terminal', () => {
  expect(formatLogLine('The sandbox is at http://127.0.0.1:3001')).toBe('The sandbox is at http://127.0.0.1:3001')
  expect(formatLogLine('{"level":"info"')).toBe('{"level":"info"')
  expect(formatLogLine(JSON.stringify({ level: 'info', msg: 'x', note: '\u001b[2Jgone' }))).toBe('--:--:-- x note=gone')
})
