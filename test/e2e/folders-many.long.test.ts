import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'

const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

test('lists, filters and changes three hundred folders at once', async () => {
  const many = Array.from({ length: 300 }, (_, at) => ({ displayName: `Folder ${String(at).padStart(3, '0')}` }))
  const who = await connectedMailbox(app, many)
  // Outlook has its own Archive folder.
  const { page } = await openAs(browser, app, who, '/dashboard?tab=folders')
  const names = page.getByRole('rowheader')
  await expect(names).toHaveCount(60)
  await page.getByRole('button', { name: 'Show all 301 folders' }).press('Enter')
  await expect(names).toHaveCount(301)
  await expect(names.nth(60).locator('xpath=preceding-sibling::td//button')).toBeFocused()
  await page.getByLabel('Filter folders by name').fill('folder 12')
  await expect(names).toHaveCount(10)
  await page.getByLabel('Filter folders by name').fill('')
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select all folders that are shown' }).check()
  const bulk = page.getByRole('region', { name: 'Change the selected folders' })
  await bulk.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.locator('output[aria-live=polite]')).toContainText('Turn off: 301 folders changed')
  const off = await who.rows<object[]>('email_folders?active=is.false&select=id')
  expect(off.length).toBe(301)
})
