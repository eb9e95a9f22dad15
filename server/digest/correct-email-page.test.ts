import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signUp } from '../../test/kit/outlook.ts'
import { startHistory } from '../../test/kit/sorted-mail.ts'
import { appOfFile } from '../../test/kit/start-app.ts'
import { invoice } from '../../test/kit/trained-mailbox.ts'
import { addMs, days, minutes } from '../clock.ts'
import { accountEmail } from '../shared/account-email.ts'
import { composeDigest } from './compose-digest.ts'
import { saveDigestSettings } from './digest-settings-queries.ts'
import { type Correction, correctionToken } from './digest-links.ts'

const app = await appOfFile()
const history = await startHistory(app, { proposals: false })
const { userId } = history.mailbox.user
const addressOf = async (id: string) => (await app.ctx.db.asAccounts((tx) => accountEmail(tx, id))) ?? ''
const address = await addressOf(userId)
beforeEach(() => history.startOver())
afterEach(() => app.faults())

const lunch = { from: 'ada@friends.example', subject: 'Lunch on <Friday>?', text: 'At noon?' }
const linkTo = (correction: Partial<Correction>): string => {
  const folderId = history.folderId('Invoices')
  const expiresAt = addMs(app.clock.now(), days(7)).toISOString()
  const logId = '00000000-0000-4000-8000-000000000000'
  const token = correctionToken(app.ctx.sealer, {
    userId,
    address,
    logId,
    folderId,
    expiresAt,
    effect: 'return',
    ...correction,
  })
  return `${app.url}/api/email-digest/correct?${new URLSearchParams({ token })}`
}
/** The status and the heading of the page. */
async function read(response: Response): Promise<string> {
  const text = await response.text()
  return `${response.status} ${/<h1>(.*)<\/h1>/.exec(text)?.[1]}`
}
const open = async (url: string) => read(await fetch(url))
const press = async (url: string) => {
  const { origin, pathname, searchParams } = new URL(url)
  const body = new URLSearchParams({ token: searchParams.get('token') ?? '' })
  return read(await fetch(origin + pathname, { method: 'POST', body }))
}

test('the links of a digest put an email back and file another one, each once, and are learned from', async () => {
  const bill = await history.deliverAndSort(invoice(20))
  const left = await history.deliverAndSort(lunch)
  await app.ctx.db.asService((tx) =>
    tx
      .updateTable('email_processing_logs')
      .set({ reason: 'low_confidence', runner_up_folder_id: history.folderId('Newsletters') })
      .where('id', '=', left.logId)
      .execute(),
  )
  await app.ctx.db.asAccounts((tx) =>
    tx.updateTable('auth.users').set({ email_auto_confirmed: false }).where('id', '=', userId).execute(),
  )
  const now = app.clock.now()
  await app.ctx.db.asService((tx) =>
    saveDigestSettings(tx, { userId, schedule: { hour: 6, days: [1] }, nextDueAt: addMs(now, days(1)) }),
  )
  const period = { from: addMs(now, -days(1)).toISOString(), until: addMs(now, minutes(1)).toISOString() }
  const digest = await composeDigest(app.ctx, { userId, ...period })
  const lines = digest?.sections?.flatMap((section) => section.lines) ?? []
  const urlOf = (text: string): string => lines.find((line) => line.text.startsWith(text))?.link?.url ?? ''
  const [back, file] = [urlOf('Invoice 20'), urlOf('Lunch')]

  const asked = await fetch(back)
  expect(asked.headers.get('cache-control')).toBe('no-store')
  expect(asked.headers.get('referrer-policy')).toBe('no-referrer')
  const page = await asked.text()
  expect(page).toContain('Put it back')
  expect(page).toContain('Invoice 20 for your electricity')
  expect(page).not.toContain('billing@power')
  expect(await (await fetch(file)).text()).toContain('Lunch on &lt;Friday&gt;?')
  // A link scanner, which presses nothing.
  await fetch(back, { method: 'HEAD' })
  expect(await read(await fetch(back, { method: 'POST' }))).toBe('410 This link does not work')
  expect(await history.moves()).toBe(1)

  expect(await press(back)).toBe('200 The email is back')
  expect(await press(file)).toBe('200 The email is filed')
  expect(await history.outlookFolderOf(bill.messageId)).toBe('Inbox')
  expect(await history.outlookFolderOf(left.messageId)).toBe('Newsletters')
  expect(await history.corrections(bill.messageId)).toMatchObject([{ folder_id: null, learned_by: 'history' }])
  for (const url of [back, file])
    for (const again of [open, press]) expect(await again(url)).toBe('200 This link was used already')
  // Also where the email is there again.
  const takeBack = { action: 'take-back', logId: bill.logId, folderId: null }
  expect(await history.callSortedMail(takeBack)).toBe('done')
  expect(await press(back)).toBe('200 This link was used already')
  expect(await history.outlookFolderOf(bill.messageId)).toBe('Invoices')
})

describe('a link moves nothing', () => {
  test('after seven days, changed, for another user or address, or of a disabled account', async () => {
    const { logId, messageId } = await history.deliverAndSort(invoice(21))
    const other = await signUp(app)
    const unknown = '410 This link does not work'
    const refused: [url: string, heading: string][] = [
      [linkTo({ logId, expiresAt: app.clock.now().toISOString() }), '200 This link has expired'],
      [linkTo({ logId }).replace(/.{5}$/, 'AAAAA'), unknown],
      [linkTo({ logId, userId: other.userId, address: await addressOf(other.userId) }), unknown],
      [linkTo({ logId, address: `former-${address}` }), unknown],
      [linkTo({ logId, folderId: '00000000-0000-4000-8000-000000000000' }), unknown],
      [linkTo({}), unknown],
    ]
    for (const [url, heading] of refused) for (const by of [open, press]) expect(await by(url)).toBe(heading)
    const ban = (until: Date | null) =>
      app.ctx.db.asAccounts((tx) =>
        tx.updateTable('auth.users').set({ banned_until: until }).where('id', '=', userId).execute(),
      )
    await ban(addMs(app.clock.now(), days(1)))
    expect(await press(linkTo({ logId }))).toBe(unknown)
    await ban(null)
    expect(await history.outlookFolderOf(messageId)).toBe('Invoices')
    expect(await history.requestedMoves()).toEqual([])
  })

  test('where the email was moved meanwhile, seen by us or not, or deleted', async () => {
    const [known, unseen, gone] = await history.deliverAndSortAll([22, 23, 24].map(invoice))
    if (!known || !unseen || !gone) return expect.fail('Nothing was delivered')
    await history.callSortedMail({ action: 'move', logId: known.logId, folderId: history.folderId('Newsletters') })
    await history.moveInOutlook(unseen.messageId, 'Newsletters')
    await app.control('DELETE', `/control/outlook/${history.mailbox.email}/messages/${gone.messageId}?forGood=true`)
    const elsewhere = '200 The email is not there any more'
    expect(await open(linkTo({ logId: known.logId }))).toBe(elsewhere)
    for (const { logId } of [known, unseen, gone]) expect(await press(linkTo({ logId }))).toBe(elsewhere)
    expect(await history.outlookFolderOf(known.messageId)).toBe('Newsletters')
    expect(await history.outlookFolderOf(unseen.messageId)).toBe('Newsletters')
  })
})

test('a link about an email that was tagged takes the tag off', async () => {
  const folder = `email_folders?id=eq.${history.folderId('Invoices')}`
  const fileBy = (filing: string) => history.mailbox.rows(folder, { method: 'PATCH', body: JSON.stringify({ filing }) })
  await fileBy('tag')
  const { logId, messageId } = await history.deliverAndSort(invoice(28))
  await fileBy('move')
  expect(await history.categories(messageId)).toEqual(['Invoices'])
  expect(await open(linkTo({ logId }))).toBe('200 Take the tag off?')
  expect(await press(linkTo({ logId }))).toBe('200 The tag is off')
  expect(await history.categories(messageId)).toEqual([])
  expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
})

test('two presses at once move once', async () => {
  const { logId, messageId } = await history.deliverAndSort(invoice(25))
  const url = linkTo({ logId })
  const before = await history.moves()
  const headings = await Promise.all([press(url), press(url), press(url)])
  expect(headings.filter((heading) => heading === '200 The email is back')).toHaveLength(1)
  expect(await history.moves()).toBe(before + 1)
  expect(await history.outlookFolderOf(messageId)).toBe('Inbox')
})

test('a refused move leaves the link usable, and one of a mailbox that does not respond happens later', async () => {
  const [refused, late] = await history.deliverAndSortAll([invoice(26), invoice(27)])
  if (!refused || !late) return expect.fail('Nothing was delivered')
  await app.faults({ service: 'graph', method: 'POST', path: '/move$', status: 403, times: 1 })
  const url = linkTo({ logId: refused.logId })
  expect(await press(url)).toBe('200 That did not work')
  expect(await press(url)).toBe('200 The email is back')
  await app.faults({ service: 'graph', path: '', status: 503, times: 9 })
  expect(await press(linkTo({ logId: late.logId }))).toBe('200 The email is moved soon')
  await app.faults()
  await app.advance('5 min')
  await app.runDueJobs()
  expect(await history.outlookFolderOf(late.messageId)).toBe('Inbox')
})
