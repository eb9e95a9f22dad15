import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { failCalls, browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { appOfPages } from '../kit/start-app.ts'
import { toastIn } from '../kit/toast.ts'
import { holdCalls } from '../kit/walk.ts'

const app = await appOfPages({ workers: true })
const browser = await browserOfFile()

const active = (page: Page, name: string) => page.getByRole('switch', { name: `Active: ${name}`, exact: true })
const names = (page: Page) => page.getByRole('rowheader')
const bulk = (page: Page) => page.getByRole('region', { name: 'Change the selected folders' })

test('nests and filters folders, and changes several by keyboard: saved, or reverted on failure', async () => {
  const robin = await connectedMailbox(app, [
    { displayName: 'Archive' },
    { displayName: 'Projects', children: [{ displayName: 'Bridge', children: [{ displayName: 'Drawings' }] }] },
    { displayName: 'Zoo' },
  ])
  const { page } = await openAs(browser, app, robin, '/dashboard?tab=folders')
  const announcements = page.locator('output[aria-live=polite]')
  // The number of emails stands between the name and the path once it is known.
  await expect(names(page)).toHaveText([
    /^Archive/,
    /^Projects/,
    /^Bridge.* in Projects$/,
    /^Drawings.* in Projects\/Bridge$/,
    /^Zoo/,
  ])
  const left = async (name: string) =>
    (await names(page).locator('bdi').getByText(name, { exact: true }).boundingBox())?.x ?? 0
  expect(await left('Bridge')).toBeGreaterThan(await left('Archive'))
  expect(await left('Drawings')).toBeGreaterThan(await left('Bridge'))

  const filter = page.getByLabel('Filter folders by name')
  await filter.fill('BRIDGE')
  await expect(names(page)).toHaveCount(2)
  await expect(page.getByText('in Projects/Bridge')).toBeVisible()
  await expect(announcements).toContainText('2 folders found')
  await filter.fill('nowhere')
  await expect(page.getByText('No folder has “nowhere” in its name.')).toBeVisible()
  await filter.fill('')

  const select = page.getByRole('button', { name: 'Select', exact: true })
  await select.press('Enter')
  await expect(bulk(page)).toContainText('0 folders selected')
  await expect(bulk(page).getByRole('button', { name: 'Turn off' })).toBeDisabled()
  for (const name of ['Archive', 'Zoo']) await page.getByRole('checkbox', { name: `Select ${name}` }).press('Space')
  await expect(bulk(page)).toContainText('2 folders selected')
  const letThrough = await holdCalls(page, /\/rest\/v1\/email_folders$/)
  await bulk(page).getByRole('button', { name: 'Turn off' }).press('Enter')
  await expect(active(page, 'Archive')).not.toBeChecked()
  await expect(active(page, 'Zoo')).not.toBeChecked()
  await expect(active(page, 'Projects')).toBeChecked()
  letThrough()
  await expect(announcements).toContainText('Turn off: 2 folders changed')
  const off = await robin.rows('email_folders?active=is.false&select=folder_name&order=folder_name')
  expect(off).toEqual([{ folder_name: 'Archive' }, { folder_name: 'Zoo' }])
  await bulk(page).getByRole('button', { name: 'Done' }).press('Enter')
  await expect(bulk(page)).toHaveCount(0)

  await select.click()
  await filter.fill('projects')
  await expect(names(page)).toHaveCount(3)
  const all = page.getByRole('checkbox', { name: 'Select all folders that are shown' })
  await all.check()
  await failCalls(page, /email_folders$/, { when: (body) => body.includes('include_in_ai') })
  await bulk(page).getByRole('button', { name: "Don't use AI" }).click()
  await expect(toastIn(page, 'Update Failed')).toContainText('Failed to update folder settings. Please try again.')
  await expect(page.getByRole('switch', { name: 'Include in AI: Projects', exact: true })).toBeChecked()
  await bulk(page).getByRole('button', { name: 'Done' }).press('Enter')
  await expect(bulk(page)).toHaveCount(0)
  await expect(select).toBeFocused()

  // On a phone the buttons stay visible.
  await page.setViewportSize({ width: 390, height: 700 })
  await filter.fill('')
  await select.click()
  await all.check()
  await expect(bulk(page)).toContainText('5 folders selected')
  await expect(bulk(page).getByRole('button', { name: "Don't use AI" })).toBeInViewport()
})
