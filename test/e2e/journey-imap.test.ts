import { afterAll, describe, test } from 'vitest'
import { browserOfFile, signedIn } from '../kit/browser.ts'
import { dovecotIsMissing, startDovecot, withDovecot } from '../kit/dovecot.ts'
import { expect } from '../kit/expect.ts'
import { startNameServer } from '../kit/name-server.ts'
import { appOfFile } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { newAccount } from '../kit/visitors.ts'

const bill = 'From: Power <billing@power.example>\r\nSubject: Your bill\r\n\r\nThe amount due is 40 euro.\r\n'

/** From the address of an IMAP mailbox to its first sorted email, with running workers. */
describe.skipIf(dovecotIsMissing)(withDovecot('an IMAP mailbox'), async () => {
  const app = await appOfFile({ workers: true })
  const browser = await browserOfFile()
  const dovecot = await startDovecot()
  const names = await startNameServer({})
  afterAll(async () => {
    names[Symbol.dispose]()
    await dovecot[Symbol.asyncDispose]()
  })

  test('is connected by its password, and its email is sorted', async () => {
    const email = await dovecot.newMailbox()
    await dovecot.createFolder(email, 'Invoices')
    const { page, complaints } = await browser.open()
    await signedIn(page, app.url, await newAccount(app))
    await page.goto(`${app.url}/dashboard?tab=mailbox`)
    await page.getByRole('button', { name: 'Connect New Mailbox' }).click()

    const dialog = page.getByRole('dialog', { name: 'Connect a mailbox' })
    await dialog.getByLabel('Email address of the mailbox').fill(email)
    await page.keyboard.press('Enter')
    const password = dialog.getByLabel('Password of the mailbox')
    await expect(password).toBeFocused()
    await password.fill('a wrong password')
    const incoming = dialog.getByRole('group', { name: 'Incoming email (IMAP)' })
    await incoming.getByLabel('Server').fill(dovecot.host)
    await incoming.getByLabel('Port').fill('1')
    const connect = dialog.getByRole('button', { name: 'Connect', exact: true })
    await connect.click()
    // Each failed step is reported at its field.
    await expect(incoming.getByLabel('Server')).toHaveAccessibleDescription(/does not answer/)
    await incoming.getByLabel('Port').fill(String(dovecot.port))
    await connect.click()
    await expect(password).toHaveAccessibleDescription(/does not accept this user name and password/)
    await expect(password).toBeFocused()
    await password.fill(dovecot.password)
    await page.keyboard.press('Enter')

    await expect(toastIn(page, 'Mailbox Connected')).toContainText('Your mailbox has been successfully connected!')
    await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
    const switchOn = page.getByRole('switch', { name: 'Enable real-time processing' })
    await page.getByRole('tab', { name: 'Folders' }).click()
    await page.getByRole('button', { name: 'Edit instructions of Invoices' }).click()
    await page.getByRole('textbox', { name: 'Instructions for Invoices' }).fill('Emails from billing@power.example')
    await page.getByRole('button', { name: 'Save instructions' }).click()
    await switchOn.click()
    await expect(switchOn).toBeChecked()
    await dovecot.save(email, 'INBOX', bill)
    await expect(page.getByText('Your bill').first()).toBeVisible()
    await expect
      .poll(async () => (await dovecot.fetch(email, ['mailbox'], 'all')).map((row) => row['mailbox']))
      .toEqual(['Invoices'])
    expect(complaints).toEqual([])
  })
})
