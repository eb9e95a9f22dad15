import { afterAll, test } from 'vitest'
import { browserOfFile, signedIn } from '../kit/browser.ts'
import { describeWithDovecot } from '../kit/describe-with-dovecot.ts'
import { expect } from '../kit/expect.ts'
import { startNameServer } from '../kit/name-server.ts'
import { appOfPages } from '../kit/start-app.ts'
import { dismissToast, toastIn } from '../kit/toast.ts'
import { newAccount } from '../kit/visitors.ts'

/** From the address of an IMAP mailbox to its new password; how its email is sorted is in `journey-own-server`. */
describeWithDovecot('an IMAP mailbox', async (dovecot) => {
  const app = await appOfPages({ workers: true })
  const browser = await browserOfFile()
  const names = await startNameServer({})
  afterAll(() => names[Symbol.dispose]())

  test('is connected by its password, and again by its new password', async () => {
    const email = await dovecot.newMailbox()
    await dovecot.createFolder(email, 'Gesendet')
    const { page } = await browser.open()
    const account = await newAccount(app)
    await signedIn(page, app.url, account)
    await page.goto(`${app.url}/dashboard?tab=mailbox`)
    await page.getByRole('button', { name: 'Connect New Mailbox' }).click()

    const dialog = page.getByRole('dialog', { name: 'Connect a mailbox' })
    // A domain that looks like Microsoft's.
    const address = dialog.getByLabel('Email address of the mailbox')
    await address.fill('robin@outlook.xyz')
    await dialog.getByRole('button', { name: 'Enter its mail servers' }).click()
    await expect(dialog.getByLabel('Password of the mailbox')).toBeFocused()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await address.fill(email)
    await page.keyboard.press('Enter')
    const password = dialog.getByLabel('Password of the mailbox')
    await expect(password).toBeFocused()
    await password.fill('a wrong password')
    const incoming = dialog.getByRole('group', { name: 'Incoming email (IMAP)' })
    await incoming.getByLabel('Server').fill(`imaps://${dovecot.host}:1`)
    const connect = dialog.getByRole('button', { name: 'Connect', exact: true })
    await connect.click()
    // Each failed step is reported at its field.
    await expect(incoming.getByLabel('Server')).toHaveAccessibleDescription(/does not answer/)
    await expect(incoming.getByLabel('Server')).toHaveValue(dovecot.host)
    await incoming.getByLabel('Port').fill(String(dovecot.port))
    await connect.click()
    await expect(password).toHaveAccessibleDescription(/does not accept this user name and password/)
    await expect(password).toBeFocused()
    await password.fill(dovecot.password)
    await page.keyboard.press('Enter')

    await expect(toastIn(page, 'Mailbox Connected')).toContainText('Your mailbox has been successfully connected!')
    await dismissToast(page, 'Mailbox Connected')
    await expect(page).toHaveURL(`${app.url}/dashboard?tab=mailbox`)
    await page.getByRole('tab', { name: 'Folders' }).click()
    await expect(page.getByRole('rowheader', { name: 'Gesendet' })).toContainText('its name is one for sent email')

    // Its password is changed at the provider, and refused twice, minutes apart.
    await dovecot.changePassword(email, 'another word')
    const check = page.getByRole('button', { name: 'Check Sign-In' })
    await check.press('Enter')
    await expect(toastIn(page, 'The sign-in failed')).toContainText('does not accept this user name and password')
    await app.advance('6 min')
    await check.press('Enter')
    const notice = page.getByText('This mailbox no longer accepts the sign-in.')
    await expect(notice).toBeVisible()
    await page.getByRole('button', { name: 'Reconnect' }).click()
    const again = page.getByRole('dialog', { name: `Reconnect ${email}` })
    const newPassword = again.getByLabel('New password of the mailbox')
    await expect(newPassword).toBeFocused()
    await newPassword.fill('a wrong password')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Confirm it’s you' }).getByLabel('Your Password').fill(account.password)
    await page.keyboard.press('Enter')
    await expect(newPassword).toHaveAccessibleDescription(/does not accept this user name and password/)
    await expect(newPassword).toBeFocused()
    await newPassword.fill('another word')
    await page.keyboard.press('Enter')
    await expect(toastIn(page, 'Mailbox Connected')).toBeVisible()
    await expect(again).toBeHidden()
    await page.getByRole('tab', { name: 'Folders' }).click()
    await expect(notice).toBeHidden()
  })
})
