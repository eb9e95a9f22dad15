import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoice } from '../../../test/kit/learned-mailbox.ts'
import { startHistory, type History } from '../../../test/kit/sorted-mail.ts'
import { startApp, type App } from '../../../test/kit/start-app.ts'

let app: App
let history: History
beforeAll(async () => {
  app = await startApp()
  history = await startHistory(app)
})
afterAll(() => app[Symbol.asyncDispose]())

type Place = 'Inbox' | 'Invoices' | 'Newsletters'
/** In the history, or by hand in Outlook; `lost`: Outlook does it and its answer is lost. */
interface Word {
  how: 'history' | 'lost' | 'by hand'
  to: Place
}
const anyWord = fc.record<Word>({
  how: fc.constantFrom('history', 'lost', 'by hand'),
  to: fc.constantFrom('Inbox', 'Invoices', 'Newsletters'),
})

async function say(logId: string, { how, to }: Word): Promise<string> {
  const lost = { service: 'graph', method: 'POST', path: '/move$', when: 'after', status: 504, times: 1 }
  await app.control('PUT', '/control/faults', how === 'lost' ? [lost] : [])
  const folderId = to === 'Inbox' ? null : history.folderId(to)
  const said = await history.say(folderId === null ? { action: 'undo', logId } : { action: 'move', logId, folderId })
  await app.control('PUT', '/control/faults', [])
  return said
}

test('whatever the user says in the history and does in Outlook, in any order: their last word stands', {
  timeout: 120_000,
}, async () => {
  let mails = 100
  await fc.assert(
    fc.asyncProperty(fc.array(anyWord, { minLength: 1, maxLength: 5 }), fc.boolean(), async (words, known) => {
      const mail = known ? invoice(mails++) : { from: `n${mails}@new.example`, subject: `Zzzz ${mails++}` }
      const { logId, messageId } = await history.arrives(mail)
      let place = await history.place(messageId)
      /** Where the mail would be if nobody had touched it in Outlook. */
      let ours = place
      for (const word of words) {
        if (word.how === 'by hand') {
          await history.byHand(messageId, word.to)
          place = word.to
        } else {
          const said = await say(logId, word)
          if (said === 'mail_moved_meanwhile') expect(place).not.toBe(ours)
          else {
            expect(['done', 'waiting']).toContain(said)
            place = word.to
            ours = word.to
          }
        }
        await app.drain()
        expect(await history.place(messageId)).toBe(place)
        // Brought back by hand it counts as the user's word as soon as Outlook has told.
        const row = await history.row(logId)
        if (row.status === 'left') ours = 'Inbox'
      }
      // Not for every mail: the session of the test would come to its end.
      if (words.some(({ how }) => how === 'lost')) await app.advance('70 s')
      await app.drain()
      expect(await history.place(messageId)).toBe(place)
      expect(await history.open()).toEqual([])
      const row = await history.row(logId)
      expect(row.status).not.toBe('processing')
      if (row.corrected_at !== null) expect(row.decided_by).toBe('user')
      if (words.every(({ how }) => how !== 'by hand')) {
        expect(row.target_folder_id).toBe(place === 'Inbox' ? null : history.folderId(place ?? ''))
        const [taught, ...others] = await history.taught(messageId)
        expect(others).toEqual([])
        expect(taught?.folder_id).toBe(row.target_folder_id)
      }
    }),
    { numRuns: 25 },
  )
})
