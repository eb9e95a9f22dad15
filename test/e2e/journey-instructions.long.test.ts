import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { days, addMs, minutes } from '../../server/clock.ts'
import { browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import { connectedMailbox, sortNewMail, type ConnectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { sortedMails, trainedMailbox } from '../kit/trained-mailbox.ts'
import { navigate } from '../kit/walk.ts'

const app = await appOfPages()
const browser = await browserOfFile()

const sentence = 'Letters from garden centres, seed catalogues and my allotment club'

/** A mailbox that has learned what goes into Club and Invoices. */
async function taughtMailbox(): Promise<ConnectedMailbox> {
  const who = await connectedMailbox(app, [{ displayName: 'Club' }, { displayName: 'Invoices' }])
  const yesterday = addMs(app.clock.now(), days(-1))
  for (let n = 1; n <= 32; n++) {
    await who.deliver({
      folder: 'Club',
      received: addMs(yesterday, minutes(2 * n)),
      from: 'secretary@chess.example',
      subject: `Club: ${['training on Monday', 'the match on Saturday', 'membership fees'][n % 3]}`,
      text: 'Dear members of the club, see you there.',
    })
    await who.deliver({
      folder: 'Invoices',
      received: addMs(yesterday, minutes(2 * n + 1)),
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
  const { page } = await openAs(browser, app, who, '/dashboard?tab=folders')
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
  await expect(why).toContainText('Your instructions')
  await expect(why).toContainText(/(Sure|Likely) \(\d+%\)/)

  await navigate(page, '/dashboard')
  await expect(page.getByText('This week: 1 by your instructions.')).toBeVisible()

  // An email that the instructions and the filed mail claim is reviewed with both folders first.
  const claimed = 'Seed catalogue of the garden centre'
  await who.deliver({ from: 'secretary@chess.example', subject: claimed, text: 'Dear members of the club.' })
  await sortedMails(app, who, 2)
  expect((await who.inOutlook())['Inbox']).toEqual([claimed])
  await navigate(page, '/review')
  const mail = page.getByRole('article')
  await expect(mail.getByRole('button', { name: 'Put into Gardening' })).toHaveAttribute(
    'aria-keyshortcuts',
    'Enter E 1',
  )
  await expect(mail.getByRole('button', { name: 'Put into Club' })).toHaveAttribute('aria-keyshortcuts', '2')
  await expect(mail).toContainText('but “Club” has emails from this sender')
  await expect(mail).toContainText(`Your instructions ${sentence}`)
  await expect(mail).not.toContainText(/\(\d+%\)/)

  await navigate(page, '/history')
  await page.getByRole('button', { name: claimed, exact: true }).press('Enter')
  const claims = page.locator('section').filter({ hasText: 'Why here?' }).last()
  await expect(claims).toContainText('Your instructions for “Gardening” match, but “Club” has emails from this sender')
  await expect(claims).toContainText(`Your instructions ${sentence}`)
  await expect(claims).toContainText('Sender secretary@chess.example')
  for (const folder of ['Gardening', 'Club'])
    await expect(claims.getByText(folder, { exact: true }).first()).toBeVisible()
})

test('an address in the instructions is read while typing, and decides about the next email', async () => {
  const robin = await trainedMailbox(app)
  const { page } = await openAs(browser, app, robin, '/dashboard?tab=folders', { prepare: watchShifts })
  const editOf = (folder: string) => page.getByRole('button', { name: `Edit instructions of ${folder}` })
  await editOf('Newsletters').press('Enter')
  const newsletters = page.getByLabel('Instructions for Newsletters')
  await newsletters.fill('The club, and everything from firm.example except spam@firm.example')
  const read = page.getByRole('status').filter({ hasText: 'Mail from' })
  await expect(read).toContainText('Email from firm.example will always come here.')
  await expect(read).toContainText('Email from spam@firm.example never comes here.')
  await newsletters.fill('Mails von nina@firm.example')
  await expect(read).toHaveText('Email from nina@firm.example will always come here.')
  await expect(read).toHaveAttribute('aria-live', 'polite')
  await newsletters.press('Control+Enter')
  await expect(newsletters).toBeHidden()

  await robin.deliver({ from: 'nina@firm.example', subject: 'Qwertz' })
  await sortedMails(app, robin, 1)
  expect(await robin.inOutlook()).toMatchObject({ Newsletters: expect.arrayContaining(['Qwertz']) })
  const [log] = await robin.rows<object[]>('email_processing_logs?select=decided_by,explanation')
  expect(log).toEqual({ decided_by: 'condition', explanation: 'Your instructions: emails from nina@firm.example' })

  await editOf('Invoices').press('Enter')
  const invoices = page.getByLabel('Instructions for Invoices')
  await invoices.fill('Invoices, nina@firm.example')
  await expect(read).toHaveText('“Newsletters” also wants email from nina@firm.example; it will wait for your review.')
  await invoices.fill('Invoices, not from nina@firm.example. Mail from nina@firm.example')
  await expect(read).toContainText(
    'Email from nina@firm.example is both wanted and excluded here. It never comes here.',
  )
  await invoices.fill('Invoices, nina@firm.example')
  await invoices.press('Control+Enter')
  await expect(invoices).toBeHidden()

  await robin.deliver({ from: 'nina@firm.example', subject: 'Asdf' })
  await sortedMails(app, robin, 2)
  await navigate(page, '/review')
  const choices = page.getByRole('main')
  await expect(choices).toContainText('Asdf')
  await expect(choices).toContainText('both want emails from nina@firm.example')

  // The dialog that creates a folder reads addresses too, and names rival folders.
  await navigate(page, '/dashboard?tab=folders')
  await page.getByRole('button', { name: 'Create Folder' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Folder' })
  const field = dialog.getByLabel('What belongs in this folder?')
  const top = async () => (await field.boundingBox())?.y
  await dialog.getByLabel('Folder Name').fill('Firm')
  const before = await top()
  await field.fill('Everything from shop.example')
  const inDialog = dialog.getByRole('status')
  await expect(inDialog).toHaveText('Email from shop.example will always come here.')
  await field.fill('Everything from nina@firm.example')
  for (const rival of ['Invoices', 'Newsletters'])
    await expect(inDialog).toContainText(
      `“${rival}” also wants email from nina@firm.example; it will wait for your review.`,
    )
  expect(await top()).toBe(before)
  await field.fill('')
  await expect(inDialog).toBeEmpty()
  expect(await shiftsOf(page)).toBeLessThan(0.05)
})
