import { afterAll, test } from 'vitest'
import { commands } from '../../scripts/commands/commands.ts'
import { browserOfFile } from '../kit/browser.ts'
import { serviceCard } from '../kit/connections-page.ts'
import { describeWithDovecot } from '../kit/describe-with-dovecot.ts'
import { expect } from '../kit/expect.ts'
import { startNameServer } from '../kit/name-server.ts'
import { ofFile } from '../kit/of-file.ts'
import { headingIn, signOut, signUpAs } from '../kit/sign-in-page.ts'
import { startOwnServer } from '../kit/own-server.ts'
import { toastIn } from '../kit/toast.ts'
import { newAddress } from '../kit/visitors.ts'
import { navigate } from '../kit/walk.ts'

const bill = 'From: Power <billing@power.example>\r\nSubject: Your bill\r\n\r\nThe amount due is 40 euro.\r\n'

/** A fresh installation with one real service, a mail server on this machine; its guests are in the long test. */
describeWithDovecot('an installation with mailboxes by IMAP alone', async (dovecot) => {
  const app = await ofFile(startOwnServer())
  const browser = await browserOfFile()
  const names = await startNameServer({})
  afterAll(() => names[Symbol.dispose]())

  test('is set up in the browser up to a sorted email, and says what is not configured', async () => {
    const email = newAddress()
    const { page } = await browser.open()
    await page.goto(app.url)
    await expect(headingIn(page, 'Create the first account')).toBeVisible()
    await expect(page.getByText('Sandbox')).toHaveCount(0)
    await signUpAs(page, email)
    await expect(headingIn(page, 'Set up Mailroom')).toBeVisible()

    const mailbox = await dovecot.newMailbox()
    await dovecot.createFolder(mailbox, 'Invoices')
    await page.getByRole('main').getByRole('button', { name: 'Connect Mailbox' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect a mailbox' })
    await dialog.getByLabel('Email address of the mailbox').fill(mailbox)
    await dialog.getByRole('button', { name: 'Enter its mail servers' }).click()
    await expect(dialog.getByLabel('Password of the mailbox')).toBeFocused()
    await expect(dialog).not.toContainText('Microsoft')
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByLabel('Email address of the mailbox').fill(mailbox)
    await page.keyboard.press('Enter')
    const incoming = dialog.getByRole('group', { name: 'Incoming email (IMAP)' })
    await incoming.getByLabel('Server').fill(dovecot.host)
    await incoming.getByLabel('Port').fill(String(dovecot.port))
    await dialog.getByLabel('Password of the mailbox').fill(dovecot.password)
    await page.keyboard.press('Enter')
    await expect(toastIn(page, 'Mailbox Connected')).toBeVisible()
    await page.getByRole('button', { name: 'Set up Outlook' }).click()
    await expect(page.getByText(`${app.url}/api/microsoft/callback`).first()).toBeVisible()
    // By the keyboard: what is skipped opens the next part.
    await page.getByRole('button', { name: 'Next' }).press('Enter')
    const part = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} `) })
    await expect(part('Mail server')).toBeFocused()
    await page.getByLabel('Server', { exact: true }).fill('127.0.0.1')
    await page.getByLabel('Port').fill('9')
    await page.getByRole('button', { name: 'Check' }).click()
    const result = page.getByRole('list', { name: 'Result of the check' })
    await expect(result).toContainText('127.0.0.1:9 does not respond')
    await part('Accounts').click()
    await page.getByRole('radio', { name: 'Everyone' }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toastIn(page, 'The new settings are in effect')).toBeVisible()
    await expect(part('Accounts')).toContainText('Set up')
    await page.getByRole('button', { name: 'Remove' }).click()
    const question = page.getByRole('alertdialog', { name: 'Remove these settings?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    await page.getByRole('link', { name: 'Go to the Dashboard' }).click()
    await expect(headingIn(page, 'Dashboard')).toBeVisible()
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu.getByRole('link', { name: 'Account' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Subscription' })).toHaveCount(0)
    await expect(page.getByText('Plan:')).toHaveCount(0)
    await navigate(page, '/subscription')
    await expect(headingIn(page, 'There are no plans here')).toBeVisible()
    await navigate(page, '/connections')
    await expect(serviceCard(page, 'Dropbox')).toContainText('Not configured')

    await navigate(page, '/dashboard?tab=folders')
    await page.getByRole('button', { name: 'Edit instructions of Invoices' }).click()
    await page.getByRole('textbox', { name: 'Instructions for Invoices' }).fill('Emails from billing@power.example')
    await page.getByRole('button', { name: 'Save instructions' }).click()
    await page.getByRole('switch', { name: 'Enable real-time processing' }).click()
    // An email that arrives earlier is an existing one.
    await expect(toastIn(page, 'Real-time processing enabled')).toBeVisible()
    await dovecot.save(mailbox, 'INBOX', bill)
    const folders = async () => (await dovecot.fetch(mailbox, ['mailbox'], 'all')).map((row) => row['mailbox'])
    await expect.poll(folders).toEqual(['Invoices'])
    await navigate(page, '/history')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(keys).toContainText('Put into another folder')
    await expect(keys).not.toContainText('Outlook')
    await page.keyboard.press('Escape')

    await signOut(app, page)
    await expect(page.getByRole('button', { name: 'Email me a code instead' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(page.getByText('npx mailroom users reset')).toBeVisible()
    await using ctx = await app.openContext()
    const [, link = ''] = (await commands.find(({ name }) => name === 'users reset')?.run(ctx, [email])) ?? []
    await page.goto(link.trim())
    await page.getByRole('button').click()
    await expect(headingIn(page, 'Choose a new password')).toBeVisible()
    await navigate(page, '/auth/signup')
    await expect(page).not.toHaveURL(/signup/)
  })
})
