import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { holdCalls } from '../kit/walk.ts'

/** A user who goes on while the page still loads. */
const app = await appOfPages()
const browser = await browserOfFile()
const robin = await connectedMailbox(app, [{ displayName: 'Invoices' }])

test('a user who opens the folders before a sign-in is handled stays there, and sees its result', async () => {
  let handleReturn = (): void => undefined
  const { page } = await openAs(
    browser,
    app,
    robin,
    `/dashboard?tab=mailbox&mailbox_connected=true&mailbox_id=${robin.mailboxId}`,
    { prepare: async (opened) => void (handleReturn = await holdCalls(opened, /\/mailbox-return-.*\.js$/)) },
  )
  const folders = page.getByRole('tab', { name: 'Folders' })
  await folders.click()
  await expect(page.getByRole('button', { name: 'Show details of Invoices' })).toBeVisible()
  handleReturn()
  await expect(toastIn(page, 'Mailbox Connected')).toBeVisible()
  await expect(page).toHaveURL(`${app.url}/dashboard?tab=folders`)
  await expect(folders).toHaveAttribute('aria-selected', 'true')
})
