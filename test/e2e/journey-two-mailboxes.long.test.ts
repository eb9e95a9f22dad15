import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import { connectMailbox } from '../../scripts/lib/product-client.ts'
import { browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { lastMails, mailboxPicker as picker } from '../kit/mailbox-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { navigate } from '../kit/walk.ts'

const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

test("shows the active one of a user's two mailboxes", async () => {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }, { displayName: 'Only at work' }])
  const home = `${randomUUID()}@home.example`
  const folders = [{ displayName: 'Invoices' }, { displayName: 'Only at home' }, { displayName: 'Garden' }]
  await app.control('POST', '/control/outlook/mailboxes', { email: home, kind: 'personal', folders })
  const homeId = await connectMailbox(who.product, who.user, home)
  await app.runDueJobs()
  for (const mailboxId of [who.mailboxId, homeId])
    await who.call('mail-webhook-management', { action: 'subscribe', mailboxId })
  const deliverHome = (subject: string) =>
    app.control('POST', `/control/outlook/${home}/messages`, {
      subject,
      from: { emailAddress: { address: 'ana@friends.example', name: 'Ana' } },
      body: { contentType: 'text', content: '' },
    })
  await who.deliver({ subject: 'First at work' })
  await deliverHome('First at home')

  const { page } = await openAs(browser, app, who, '/dashboard?tab=folders')
  const main = page.getByRole('main')
  const folder = (name: string) => page.getByRole('rowheader', { name, exact: true })
  const choose = async (address: string): Promise<void> => {
    await picker(page).click()
    await page.getByRole('menuitemradio', { name: address }).click()
    await expect(picker(page)).toHaveAccessibleName(new RegExp(`^Mailbox: ${address}`))
  }
  const expectHere = async (here: Record<'name' | 'address' | 'id', string>, there: typeof here): Promise<void> => {
    await expect(folder(`Only at ${here.name}`)).toBeVisible()
    await expect(folder(`Only at ${there.name}`)).toHaveCount(0)
    await expect(lastMails(page)).toContainText(`First at ${here.name}`)
    await expect(lastMails(page)).not.toContainText(`First at ${there.name}`)
    for (const text of [here.address, here.id]) await expect(main.getByText(text)).toBeVisible()
    for (const text of [there.address, there.id]) await expect(main.getByText(text)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'View All Logs' })).toHaveAttribute('href', new RegExp(here.id))
  }
  const work = { name: 'work', address: who.email, id: who.mailboxId }
  const atHome = { name: 'home', address: home, id: homeId }
  await choose(who.email)
  await expectHere(work, atHome)
  const invoices = page.getByRole('switch', { name: 'Active: Invoices' })
  await invoices.click()
  await expect(invoices).not.toBeChecked()
  await page.getByRole('switch', { name: 'Email Notifications' }).click()
  await expect(toastIn(page, 'Real-time processing disabled')).toBeVisible()

  await choose(home)
  await expectHere(atHome, work)
  await expect(invoices).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Email Notifications' })).toBeChecked()

  // Mail of the other mailbox changes nothing here; the history shows both.
  await choose(who.email)
  await expectHere(work, atHome)
  await expect(page.getByRole('switch', { name: 'Email Notifications' })).not.toBeChecked()
  await deliverHome('Second at home')
  const landed = () => who.rows(`email_processing_logs?subject=eq.Second at home&status=neq.processing`)
  await expect.poll(landed).toHaveLength(1)
  await expectHere(work, atHome)
  await page.getByRole('link', { name: 'View All Logs' }).click()
  const mails = page.getByRole('list', { name: 'Processed emails, newest first' })
  await expect(mails).toContainText('First at work')
  await expect(mails).not.toContainText('at home')
  await page.getByLabel('Mailbox', { exact: true }).selectOption('All mailboxes')
  for (const subject of ['First at work', 'First at home', 'Second at home']) await expect(mails).toContainText(subject)

  // The overview covers both mailboxes; its folder card covers the active one.
  await navigate(page, '/dashboard')
  await expect(page.getByText('All your mailboxes together')).toBeVisible()
  await expect(page.locator('dl > div').filter({ hasText: 'Sorted for you' })).toContainText('of 3 that came')
  const count = (words: RegExp) => expect(page.getByText(words)).toBeVisible()
  const foldersOf = (id: string) => who.rows<unknown[]>(`email_folders?mailbox_id=eq.${id}&select=id`)
  await count(new RegExp(`^${(await foldersOf(who.mailboxId)).length} folders configured$`))
  await choose(home)
  await count(new RegExp(`^${(await foldersOf(homeId)).length} folders configured$`))
})
