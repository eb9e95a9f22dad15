import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { cleanLine } from '../contract/clean-text.ts'
import { logConditions, LogFilters, ProcessingLogsOutput } from '../contract/functions/processing-logs.ts'
import { anyOf } from '../web/lib/postgrest-filter.ts'
import { longHistory } from './kit/long-history.ts'
import { callFunction, signUp } from './kit/outlook.ts'
import { appOfFile } from './kit/start-app.ts'

/** Subjects as senders wrote them. */
const written = {
  star: 'Great * deal',
  stars: 'a**b',
  percent: '100% off',
  under: 'snake_case',
  slash: 'C:\\Temp',
  escapedStar: 'cut \\* here',
  list: '(one), "two", {three}',
  family: '👨\u200d👩\u200d👧 Family',
  heart: 'Our  ❤\ufe0f\u200b wedding',
  persian: 'می\u200cخواهم',
  lanka: 'ශ්\u200dරී ලංකා',
  plain: 'Nothing special at all',
}

const app = await appOfFile()
const owner = await signUp(app)
const { mailboxId: mailbox_id } = await longHistory(app, owner.userId, 0)
const row = { user_id: owner.userId, mailbox_id, status: 'left', reason: 'no_match' } as const
await app.ctx.db.asService((tx) =>
  tx
    .insertInto('email_processing_logs')
    .values(
      Object.entries(written).map(([id, subject]) => ({ ...row, message_id: id, subject: cleanLine(subject, 998) })),
    )
    .execute(),
)

/** The request of the page. */
async function foundOnPage(search: string): Promise<string[]> {
  const tables = createClient(app.url, app.ctx.access.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    accessToken: () => Promise.resolve(owner.token),
  })
  const searched = logConditions(LogFilters.parse({ search })).map(anyOf).join()
  const { data } = await tables.from('email_processing_logs').select('message_id').or(searched)
  return (data ?? []).map(({ message_id }) => String(message_id)).toSorted()
}

async function foundInExport(filters: LogFilters): Promise<string[]> {
  const { body } = await callFunction(app, owner, 'processing-logs', { action: 'export', filters })
  const { csv } = ProcessingLogsOutput.parse(body)
  const isIn = (subject: string): boolean => csv.includes(cleanLine(subject, 998).replaceAll('"', '""'))
  return Object.entries(written)
    .flatMap(([id, subject]) => (isIn(subject) ? [id] : []))
    .toSorted()
}

test.each<[string, (keyof typeof written)[]]>([
  ['*', ['star', 'stars', 'escapedStar']],
  ['t * D', ['star']],
  ['a*b', []],
  ['**', ['stars']],
  ['%', ['percent']],
  ['_', ['under']],
  ['\\', ['slash', 'escapedStar']],
  ['\\*', ['escapedStar']],
  ['(one), "two"', ['list']],
  [',', ['list']],
  ['"', ['list']],
  ['}', ['list']],
  ['👨\u200d👩\u200d👧', ['family']],
  ['our ❤\ufe0f Wedding', ['heart']],
  ['  our  ❤\ufe0f\u200b  wedding', ['heart']],
  ['می\u200cخواهم', ['persian']],
  ['ශ්\u200dරී', ['lanka']],
  ['SPECIAL\u200b at', ['plain']],
])('%j finds what contains it', async (search, expected) => {
  expect(await foundOnPage(search)).toEqual(expected.toSorted())
  expect(await foundInExport({ search })).toEqual(expected.toSorted())
})
