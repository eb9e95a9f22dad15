import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { atEachWidth, expectNoAxeViolations, browserOfFile } from '../kit/browser.ts'
import { horizontalOverflow, openAs } from '../kit/folders-page.ts'
import { shiftsOf, watchShifts } from '../kit/layout-shifts.ts'
import { startHistory } from '../kit/sorted-mail.ts'
import { appOfFile } from '../kit/start-app.ts'
import { invoice } from '../kit/trained-mailbox.ts'
import { holdCalls } from '../kit/walk.ts'

const app = await appOfFile()
const browser = await browserOfFile()
const history = await startHistory(app)

test('the preview of a condition fits each width', async () => {
  for (let n = 1; n <= 7; n++) await history.deliverAndSort(invoice(100 + n))
  const { page } = await openAs(browser, app, history.mailbox, '/dashboard?tab=folders', { width: 390 })
  await page.getByRole('button', { name: 'Show details of Newsletters' }).click()
  await page.getByRole('button', { name: 'Edit Conditions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Conditions' })
  await dialog.getByLabel('Value').fill('billing@power.example')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('7 would come in')
  await expectNoAxeViolations(page)
  await preview.getByRole('button', { name: 'Show all 7' }).click()
  await expect(preview.getByRole('listitem')).toHaveCount(7)
  await atEachWidth(page, async (width) => expect(await horizontalOverflow(page), String(width)).toBe(0))
})

test('the preview of a mailbox fits each width, and nothing moves when it is known', async () => {
  const { page } = await openAs(browser, app, history.mailbox, '/dashboard?tab=mailbox', { width: 390 })
  await page.getByRole('button', { name: /^Settings: / }).click()
  await page.getByRole('switch', { name: 'Preview only, for one day' }).click()
  await page.getByRole('button', { name: 'Save Settings' }).click()
  const pill = (emails: string) => page.getByRole('button', { name: `Preview: ${emails} would have been sorted` })
  const fits = async (width: number): Promise<void> => {
    await expectNoAxeViolations(page)
    expect(await horizontalOverflow(page), String(width)).toBe(0)
  }
  await expect(pill('0 emails')).toBeVisible()
  await history.deliverAndSort(invoice(81))
  await expect(pill('1 email')).toBeVisible()
  await atEachWidth(page, fits)
  await watchShifts(page)
  await atEachWidth(page, async (width) => {
    const release = await holdCalls(page, /previewed-mail/)
    await page.goto(`${app.url}/dashboard`)
    await expect(page.getByRole('heading', { name: 'Need Help' })).toBeVisible()
    release()
    await expect(pill('1 email')).toBeVisible()
    expect(await shiftsOf(page), String(width)).toBeLessThan(0.05)
    await page.unrouteAll()
  })
  await pill('1 email').press('Enter')
  await expect(page.getByRole('dialog', { name: 'Preview' })).toContainText('1 email would have been sorted.')
  await atEachWidth(page, fits)
})
