import type { Page } from 'playwright-core'
import { afterAll, test } from 'vitest'
import { commands } from '../../scripts/commands/commands.ts'
import { browserOfFile } from '../kit/browser.ts'
import { serviceCard } from '../kit/connections-page.ts'
import { describeWithDovecot } from '../kit/describe-with-dovecot.ts'
import { expect } from '../kit/expect.ts'
import { startNameServer } from '../kit/name-server.ts'
import { headingIn, signOut } from '../kit/sign-in-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { newAddress, visitorPassword } from '../kit/visitors.ts'
import { navigate } from '../kit/walk.ts'

async function signUpAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(visitorPassword)
  await page.getByLabel('Confirm password').fill(visitorPassword)
  await page.keyboard.press('Enter')
}

/** A fresh installation with one real service, a mail server on this machine: everything else is not configured. */
describeWithDovecot('an installation with mailboxes by IMAP alone', async (dovecot) => {
  const app = await appOfPages({ env: { SANDBOX_URL: '', SANDBOX: 'false' } })
  const browser = await browserOfFile()
  const names = await startNameServer({})
  afterAll(() => names[Symbol.dispose]())

  test('has an operator, a mailbox and no plans, says what is not configured, and helps without email', async () => {
    const email = newAddress()
    const { page } = await browser.open()
    const { page: late } = await browser.open()
    for (const visitor of [page, late]) {
      await visitor.goto(app.url)
      await expect(headingIn(visitor, 'Create the first account')).toBeVisible()
    }
    await expect(page.getByText('Sandbox')).toHaveCount(0)
    await signUpAs(page, email)
    await expect(headingIn(page, 'Dashboard')).toBeVisible()
    await signUpAs(late, newAddress())
    await expect(toastIn(late, 'Sign up failed')).toContainText('The first account was created already.')
    await late.reload()
    await expect(headingIn(late, 'Sign-up is by invitation')).toBeVisible()
    await late.close()
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu.getByRole('link', { name: 'Account' })).toBeVisible()
    await expect(menu.getByRole('link', { name: 'Subscription' })).toHaveCount(0)
    await expect(page.getByText('Plan:')).toHaveCount(0)
    await navigate(page, '/subscription')
    await expect(headingIn(page, 'There are no plans here')).toBeVisible()
    await navigate(page, '/connections')
    await expect(serviceCard(page, 'Dropbox')).toContainText('Not configured')

    const mailbox = await dovecot.newMailbox()
    await navigate(page, '/dashboard?tab=mailbox')
    await page.getByRole('button', { name: 'Connect New Mailbox' }).click()
    const dialog = page.getByRole('dialog', { name: 'Connect a mailbox' })
    await dialog.getByLabel('Email address of the mailbox').fill(mailbox)
    await page.keyboard.press('Enter')
    const incoming = dialog.getByRole('group', { name: 'Incoming email (IMAP)' })
    await incoming.getByLabel('Server').fill(dovecot.host)
    await incoming.getByLabel('Port').fill(String(dovecot.port))
    await dialog.getByLabel('Password of the mailbox').fill(dovecot.password)
    await page.keyboard.press('Enter')
    await expect(toastIn(page, 'Mailbox Connected')).toBeVisible()

    await signOut(app, page)
    await expect(page.getByRole('button', { name: 'Email me a code instead' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(page.getByText('npx mailroom users reset')).toBeVisible()
    const [, link = ''] = (await commands.find(({ name }) => name === 'users reset')?.run(app.ctx, [email])) ?? []
    await page.goto(link.trim())
    await page.getByRole('button').click()
    await expect(headingIn(page, 'Choose a new password')).toBeVisible()
    await navigate(page, '/auth/signup')
    await expect(page).not.toHaveURL(/signup/)
  })
})
