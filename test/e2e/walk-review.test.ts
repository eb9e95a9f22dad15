import { expect } from '../kit/expect.ts'
import { beforeEach, test } from 'vitest'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { horizontalOverflow, openAs } from '../kit/folders-page.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import { deliverBills, unsureMailbox } from '../kit/review-page.ts'
import type { ConnectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { holdCalls } from '../kit/walk.ts'

const app = await appOfPages()
const browser = await browserOfFile()
let robin: ConnectedMailbox

beforeEach(async () => {
  robin = await unsureMailbox(app)
})
const inFolder = async (name: string): Promise<string[]> =>
  ((await robin.inOutlook())[name] ?? []).filter((subject) => subject.startsWith('Bill')).toSorted()

test('works by touch on a phone; what fails comes back, one email or a group; deleted emails do not', async () => {
  await deliverBills(app, robin, 4)
  const folders = await robin.rows<{ id: string; folder_name: string }[]>('email_folders?select=id,folder_name')
  const others = folders.map(({ folder_name }) => folder_name).filter((name) => name !== 'Invoices')
  const last = others.toSorted((a, b) => b.localeCompare(a))[0] ?? ''
  const usedMost = folders.find(({ folder_name }) => folder_name === last)?.id
  const known = Promise.withResolvers<void>()
  const { page } = await openAs(browser, app, robin, '/review', {
    width: 390,
    prepare: async (page) => {
      await watchShifts(page)
      const acting = { folder_id: usedMost }
      await page.route('**/rest/v1/email_folder_actions?*', (route) => route.fulfill({ json: [acting] }))
      await page.route('**/functions/v1/dashboard-overview', async (route) => {
        const answer = await route.fetch()
        const overview: object = await answer.json()
        await known.promise
        const folder = { folderId: usedMost, mailboxId: robin.mailboxId, name: last, sorted: 9 }
        await route.fulfill({ json: { ...overview, folders: [folder] } })
      })
    },
  })
  const mail = page.getByRole('article')
  const shown = (n: number) => mail.getByRole('heading', { name: `Bill ${n}: amount due` })
  const left = (name: string) => page.getByRole('heading', { name, exact: true })
  await expect(page.getByText('Loading folders...')).toBeAttached()
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await expect(left('4 to review')).toBeVisible()
  known.resolve()
  const all = mail.getByRole('button', { name: 'Put all 4 into Invoices' })
  await expect(all).toBeVisible()
  expect(await shiftsOf(page)).toBeLessThan(0.05)
  const withoutActions = page.getByText('Automated actions do not run for emails that are filed together.')
  await expect(withoutActions).toBeVisible()
  await failCalls(page, /tidy-up/, { status: 404, code: 'folder_gone', message: 'This folder no longer exists.' })
  await all.click()
  await expect(toastIn(page, 'Move failed')).toContainText('4 emails are back in this list')
  await mail.getByRole('button', { name: 'One by one' }).click()
  await expect(page.getByRole('button', { name: 'Put all 4 from this sender into Invoices' })).toBeVisible()
  await expect(withoutActions).toBeVisible()
  const second = page.getByRole('group', { name: 'Or put into' }).getByRole('button').first()
  await expect(second).toHaveAccessibleName(`Put into ${last}`)
  expect(await horizontalOverflow(page)).toBe(0)
  await page.keyboard.press('2')
  await expect.poll(() => inFolder(last)).toEqual(['Bill 4: amount due'])
  await expect(left('3 to review')).toBeVisible()

  const put = mail.getByRole('button', { name: 'Put into Invoices' })
  await failCalls(page, /sorted-mail/, { status: 404, code: 'folder_gone', message: 'This folder no longer exists.' })
  await put.click()
  await expect(toastIn(page, 'Move failed').last()).toContainText('“Bill 3: amount due” is back in this list')
  await expect(left('3 to review')).toBeVisible()
  await expect(shown(2)).toBeVisible()
  // The touch button does not keep focus, or Enter would press it again.
  await expect(left('3 to review')).toBeFocused()

  // An answer is undone before it has failed.
  await failCalls(page, /sorted-mail/, { status: 409, code: 'mail_gone', message: 'This mail is gone.' })
  const release = await holdCalls(page, /sorted-mail/)
  const undo = page.getByRole('button', { name: 'Undo the last' })
  await put.click()
  await expect(shown(1)).toBeVisible()
  await undo.click()
  await expect(shown(2)).toBeVisible()
  release()
  await expect(toastIn(page, 'Not moved')).toBeVisible()
  await expect(shown(1)).toBeVisible()
  await mail.getByRole('button', { name: 'Skip' }).click()
  await expect(shown(3)).toBeVisible()
  await put.click()
  await expect(left('Only what you skipped is left')).toBeVisible()
  await expect.poll(() => inFolder('Invoices')).toEqual(['Bill 3: amount due'])
  await page.getByRole('button', { name: 'Review It Again' }).click()
  await expect(shown(1)).toBeVisible()
  await failCalls(page, /sorted-mail/, { status: 409, code: 'mail_in_progress', message: 'Please try again.' })
  await undo.click()
  await expect(toastIn(page, 'Undo failed')).toContainText('“Bill 3: amount due” stays where it is')
  await undo.click()
  await expect(shown(3)).toBeVisible()
  await expect.poll(() => inFolder('Invoices')).toEqual([])
})
