import { describe, expect, test } from 'vitest'
import { classifyMove } from './own-or-manual-move.ts'

describe('classifyMove', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const unseen = {
    logId: null,
    status: null,
    reason: null,
    isDecided: false,
    targetFolderId: null,
    isMoved: false,
    staysInInbox: false,
    hasRequestedMove: false,
    learnedFolderId: null,
  }
  const row = { ...unseen, logId: 'log', status: 'left', reason: 'low_confidence', isDecided: true }
  const put = (folderId: string) => ({ ...row, status: 'processed', targetFolderId: folderId, isMoved: true })
  const at = { folderId: 'a', receivedAt: ago(5), checkedAt: ago(15) }

  test.each([
    ['where we put it', put('a'), at, { how: 'known' }],
    ['left in the inbox', { ...row, status: 'failed', targetFolderId: 'a' }, at, { how: 'by-hand', from: null }],
    [
      'decided for a folder without a counterpart in Outlook',
      { ...put('b'), isMoved: false },
      at,
      { how: 'by-hand', from: null },
    ],
    ['left in the inbox by us', row, at, { how: 'by-hand', from: null }],
    ['left in the inbox by the user', { ...row, reason: 'user_moved' }, at, { how: 'by-hand', from: null }],
    ['where we had put it elsewhere', put('b'), at, { how: 'by-hand', from: 'b' }],
    ['tagged for this folder', { ...put('a'), staysInInbox: true }, at, { how: 'by-hand', from: null }],
    ['tagged for another folder', { ...put('b'), staysInInbox: true }, at, { how: 'by-hand', from: 'b' }],
    ['while it is being sorted', { ...row, status: 'processing' }, at, { how: 'in-progress' }],
    ['while the user has asked for a move', { ...row, hasRequestedMove: true }, at, { how: 'in-progress' }],
    [
      'gone from the inbox before it was read',
      { ...row, reason: 'user_moved', isDecided: false },
      at,
      { how: 'origin-unknown' },
    ],
    ['never seen, and new', unseen, at, { how: 'origin-unknown' }],
    [
      'no known location, and older than the last check',
      unseen,
      { ...at, receivedAt: ago(600) },
      { how: 'by-hand', from: null },
    ],
    ['learned from where it is', { ...unseen, learnedFolderId: 'a' }, at, { how: 'known' }],
    ['learned from elsewhere', { ...unseen, learnedFolderId: 'b' }, at, { how: 'by-hand', from: 'b' }],
  ] as const)('%s', (_where, place, found, came) => {
    expect(classifyMove(place, found)).toEqual(came)
  })
})
