import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { expect } from '../kit/expect.ts'
import { inOutlook } from '../kit/mailbox.ts'
import { chooseMicrosoft, decideAtMicrosoft } from '../kit/microsoft-sign-in.ts'
import { headingIn, signUpAs } from '../kit/sign-in-page.ts'
import { appOfPages } from '../kit/start-app.ts'
import { fillInbox, groupsIn, rowIn } from '../kit/tidy-up-page.ts'
import { newAddress } from '../kit/visitors.ts'

/** From the sign-up to a tidy inbox with ten presses, with running workers. */
const app = await appOfPages({ workers: true })
const browser = await browserOfFile()
const outlook = 'robin@contoso.example'

test('a new user tidies the inbox up with ten presses', async () => {
  const folders = ['Invoices', 'Travel', 'Zu1qo'].map((displayName) => ({ displayName }))
  await app.control('POST', '/control/outlook/mailboxes', { email: outlook, kind: 'work', folders })
  await fillInbox(app, outlook)
  const { page } = await browser.open()
  await page.goto(`${app.url}/auth/login`)
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(headingIn(page, 'Create an account')).toBeVisible()
  await signUpAs(page, newAddress())
  await page.getByRole('main').getByRole('button', { name: 'Connect Mailbox' }).click()
  await chooseMicrosoft(page)
  await decideAtMicrosoft(page, outlook)
  await page.getByRole('region', { name: "Let's Get Started" }).getByRole('link', { name: 'Tidy Up' }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
    '6 newsletters · 4 bills · 3 emails from school · 2 emails about trips · 2 deliveries · ' +
      '2 emails about health · 9 more',
  )
  // Nothing is moved, and no folder created, before a press.
  expect(Object.keys(await inOutlook(app, outlook))).toEqual(['Inbox'])
  await expect(rowIn(page, '6 newsletters')).toContainText('New folder “Newsletters”')
  await expect(rowIn(page, '4 bills')).not.toContainText('New folder')

  // All of it by keys: each press leads to the next group.
  await page.keyboard.press('f')
  await expect(rowIn(page, '4 bills').getByRole('heading')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rowIn(page, 'Corner Shop: 4 emails')).toContainText('Mixed')
  await page.keyboard.press('o')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Choose a folder' })
  await dialog.getByLabel('Find a folder').fill('zu1')
  await dialog.getByRole('radio', { name: 'Zu1qo' }).check()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(rowIn(page, 'Corner Shop: 3 emails')).toBeVisible()
  await page.keyboard.press('K')
  await page.keyboard.press('K')
  await page.keyboard.press('l')
  for (const next of ['2 emails about trips', '2 deliveries', '2 emails about health']) {
    await page.keyboard.press('f')
    await expect(rowIn(page, next).getByRole('heading')).toBeFocused()
  }
  await page.keyboard.press('f')
  await page.keyboard.press('f')
  await expect(rowIn(page, '3 other emails').getByRole('heading')).toBeFocused()
  await page.keyboard.press('u')
  await expect(rowIn(page, '2 emails from banks').getByRole('heading')).toBeFocused()
  await expect(rowIn(page, '2 emails from banks')).toContainText('File all')
  await page.keyboard.press('f')
  await page.keyboard.press('l')
  await expect(page.getByRole('heading', { name: 'Your inbox is tidy' })).toBeVisible()
  await expect(rowIn(page, '6 newsletters')).toContainText('6 emails are in “Newsletters”')

  await expect
    .poll(async () => sizes(await inOutlook(app, outlook)))
    .toEqual({
      Inbox: 6,
      Invoices: 4,
      Newsletters: 6,
      School: 3,
      Travel: 2,
      Deliveries: 2,
      Health: 2,
      Banking: 2,
      Zu1qo: 1,
    })
  await expect(groupsIn(page).getByText('Moved', { exact: false })).toHaveCount(0)
})

const sizes = (folders: Record<string, string[]>): Record<string, number> =>
  Object.fromEntries(Object.entries(folders).map(([name, subjects]) => [name, subjects.length]))
