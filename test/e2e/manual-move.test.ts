import { expect } from '../kit/expect.ts'
import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { startHistory } from '../kit/sorted-mail.ts'
import { startApp, type App } from '../kit/start-app.ts'

let app: App
let browser: TestBrowser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

test("an email moved in Outlook teaches: the sender's next one follows, until it is forgotten", async () => {
  const history = await startHistory(app)
  const { mailbox } = history
  const fromAnna = (subject: string) => ({ from: 'anna@family.example', fromName: 'Anna', subject, text: 'Qwfp zxcv.' })
  const first = await history.deliverAndSort(fromAnna('Sunday?'))
  expect(await history.outlookFolderOf(first.messageId)).toBe('Inbox')

  const { page: outlook } = await browser.open()
  await outlook.goto(`${app.sandbox.url}/mailboxes/${mailbox.email}`)
  await outlook.getByRole('link', { name: 'Sunday?' }).click()
  await outlook.getByLabel('Move it by hand, as in Outlook').selectOption({ label: 'Newsletters' })
  await outlook.getByRole('button', { name: 'Move' }).click()
  await expect.poll(() => history.outlookFolderOf(first.messageId)).toBe('Newsletters')
  await app.ctx.db.asService((tx) => app.ctx.jobs.enqueue(tx, 'detect-manual-moves', { mailboxId: mailbox.mailboxId }))
  await app.runDueJobs()

  const second = await history.deliverAndSort(fromAnna('Monday?'))
  expect(await history.outlookFolderOf(second.messageId)).toBe('Newsletters')
  const { page, complaints } = await openAs(browser, app, mailbox, '/history')
  const row = (subject: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: subject })
  await row('Monday?')
    .getByRole('button', { name: /Monday/ })
    .first()
    .press('Enter')
  await expect(row('Monday?')).toContainText('An earlier correction of yours about email like this')
  await expect(row('Sunday?')).toContainText('Newsletters')

  await page.goto(`${app.url}/dashboard?tab=folders`)
  await page.getByRole('button', { name: 'Show details of Newsletters' }).press('Enter')
  const learned = page.getByRole('region', { name: 'Learned for Newsletters' })
  await expect(learned.getByRole('heading', { name: 'Learned (1)' })).toBeVisible()
  await learned.getByRole('button', { name: 'Forget anna@family.example' }).press('Enter')
  await expect(learned.getByRole('heading', { name: 'Learned (0)' })).toBeFocused()
  await app.runDueJobs()
  const third = await history.deliverAndSort(fromAnna('Tuesday?'))
  const { decided_by } = await history.row(third.logId)
  expect(decided_by).not.toBe('correction')
  // A message that the user moved in Outlook is not moved back.
  expect(await history.outlookFolderOf(first.messageId)).toBe('Newsletters')
  expect(complaints).toEqual([])
})
