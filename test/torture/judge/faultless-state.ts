import { addMs } from '../../../server/clock.ts'
import type { GraphCall } from '../mailboxes.ts'
import type { LogRow } from '../stored-state.ts'
import type { FinalState } from './final-state.ts'

const start = new Date('2026-11-30T23:00:00Z')
export const at = (seconds: number): Date => addMs(start, seconds * 1000)

export const call = (path: string, seconds: number, status = 201): GraphCall => ({
  requestId: `${path} ${seconds}`,
  at: at(seconds).toISOString(),
  method: 'POST',
  url: `https://graph.microsoft.com/v1.0/me${path}`,
  status,
  mailbox: 'anna@contoso.example',
  concurrency: 1,
  exceedsConcurrency: false,
})
export const move = (id: string, seconds: number): GraphCall => call(`/mailFolders/inbox/messages/${id}/move`, seconds)
export const reply = (id: string, seconds: number): GraphCall => call(`/messages/${id}/createReply`, seconds)

export const row = (messageId: string, target: string, runs: LogRow['runs']): LogRow => ({
  id: `row of ${messageId}`,
  messageId,
  subject: messageId,
  status: 'processed',
  reason: 'sorted',
  movedAt: at(1),
  processedAt: at(9),
  target,
  countedMonth: '2026-11-01',
  runs,
})

export const inOutlook = (id: string, folder: string, conversationId = id) => ({
  id,
  folder,
  isDraft: false,
  conversationId,
})
export const draft = (id: string, of: string) => ({ ...inOutlook(id, 'Drafts', of), isDraft: true })

/** An invoice was sorted and has its draft, one newsletter was sorted, and another was moved back by the user. */
export const faultless: FinalState = {
  delivered: new Map([
    ['invoice', 'invoice'],
    ['news', 'newsletter'],
    ['back', 'newsletter'],
  ]),
  isFiledLater: false,
  before: 1,
  log: [
    row('invoice', 'Invoices', [{ status: 'done', reason: 'done' }]),
    row('news', 'Newsletters', []),
    { ...row('back', 'Newsletters', []), status: 'left', reason: 'user_moved' },
  ],
  usage: [{ month: '2026-11-01', messages: 3 }],
  attempts: [],
  interruptions: [],
  outlook: [
    inOutlook('old', 'Invoices'),
    inOutlook('invoice', 'Invoices'),
    draft('draft', 'invoice'),
    inOutlook('news', 'Newsletters'),
    inOutlook('back', 'Inbox'),
  ],
  calls: [move('invoice', 1), reply('invoice', 2), move('news', 1), move('back', 1)],
  subscriptions: { live: ['live'], stored: 'live' },
  corrections: [{ messageId: 'back', folderId: null }],
  movedBack: new Map([['back', at(5)]]),
}
