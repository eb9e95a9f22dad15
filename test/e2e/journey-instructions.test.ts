import { expect } from '../kit/expect.ts'
import { afterAll, beforeAll, test } from 'vitest'
import { days, later, minutes } from '../../server/clock.ts'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox, sortNewMail, type ConnectedMailbox } from '../kit/mailbox.ts'
import { startApp, type App } from '../kit/start-app.ts'
import { sortedMails } from '../kit/trained-mailbox.ts'
import { navigate } from '../kit/walk.ts'

let app: App
let browser: TestBrowser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const sentence = 'Letters from garden centres, seed catalogues and my allotment club'

/** A mailbox that has learned what goes into Club and Invoices. */
async function taughtMailbox(): Promise<ConnectedMailbox> {
  const who = await connectedMailbox(app, [{ displayName: 'Club' }, { displayName: 'Invoices' }])
  const yesterday = later(app.clock.now(), days(-1))
  for (let n = 1; n <= 32; n++) {
    await who.deliver({
      folder: 'Club',
      received: later(yesterday, minutes(2 * n)),
      from: 'secretary@chess.example',
      subject: `Club: ${['training on Monday', 'the match on Saturday', 'membership fees'][n % 3]}`,
      text: 'Dear members of the club, see you there.',
    })
    await who.deliver({
      folder: 'Invoices',
      received: later(yesterday, minutes(2 * n + 1)),
      from: 'billing@power.example',
      subject: `Invoice ${n} for your electricity`,
      text: 'The amount due is 40 euro.',
    })
  }
  await sortNewMail(app, who)
  return who
}

test('one sentence in an empty folder files the next matching email; a claimed one is reviewed', async () => {
  const who = await taughtMailbox()
  const { page, complaints } = await openAs(browser, app, who, '/dashboard?tab=folders')
  await page.getByRole('button', { name: 'Create Folder' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Folder' })
  await dialog.getByLabel('Folder Name').fill('Gardening')
  await dialog.getByRole('textbox').last().fill(sentence)
  await dialog.getByRole('button', { name: 'Create Folder' }).click()
  await expect(dialog).toHaveCount(0)
  await expect
    .poll(() => who.rows('email_folders?select=instructions&display_name=eq.Gardening'))
    .toEqual([{ instructions: sentence }])

  await who.deliver({
    from: 'post@green.example',
    subject: 'The spring seed catalogue of your garden centre',
    text: 'Seeds, bulbs and tools.',
  })
  await sortedMails(app, who, 1)
  expect((await who.inOutlook())['Gardening']).toEqual(['The spring seed catalogue of your garden centre'])
  await navigate(page, '/history')
  const subject = 'The spring seed catalogue of your garden centre'
  await page.getByRole('button', { name: subject, exact: true }).press('Enter')
  const why = page.locator('section').filter({ hasText: 'Why here?' }).last()
  await expect(why).toContainText(`Your instructions: “${sentence}”`)
  await expect(why).toContainText('The sorter, from your instructions')
  await expect(why).toContainText(/(Sure|Likely) \(\d+%\)/)

  await navigate(page, '/dashboard')
  await expect(page.getByText('This week: your instructions decided 1.')).toBeVisible()

  // An email that the instructions and the filed mail claim is reviewed with both folders first.
  const claimed = 'Seed catalogue of the garden centre'
  await who.deliver({ from: 'secretary@chess.example', subject: claimed, text: 'Dear members of the club.' })
  await sortedMails(app, who, 2)
  expect((await who.inOutlook())['Inbox']).toEqual([claimed])
  await navigate(page, '/review')
  const mail = page.getByRole('article')
  await expect(mail.getByRole('button', { name: 'Put into Gardening' })).toHaveAttribute('aria-keyshortcuts', 'Enter 1')
  await expect(mail.getByRole('button', { name: 'Put into Club' })).toHaveAttribute('aria-keyshortcuts', '2')
  await expect(mail).toContainText('but “Club” has mail from this sender')
  await expect(mail).toContainText(`Your instructions ${sentence}`)
  await expect(mail).toContainText(/(Sure|Likely|Unsure) \(\d+%\)/)

  await navigate(page, '/history')
  await page.getByRole('button', { name: claimed, exact: true }).press('Enter')
  const claims = page.locator('section').filter({ hasText: 'Why here?' }).last()
  await expect(claims).toContainText('Your instructions for “Gardening” match, but “Club” has mail from this sender')
  await expect(claims).toContainText(`Your instructions ${sentence}`)
  await expect(claims).toContainText('Sender secretary@chess.example')
  await expect(claims.getByText('Gardening', { exact: true })).toBeVisible()
  await expect(claims.getByText('Club', { exact: true })).toBeVisible()
  expect(complaints).toEqual([])
})
