import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { signedIn, browserOfFile } from '../kit/browser.ts'
import { appOfPages } from '../kit/start-app.ts'
import { userMenuEntry } from '../kit/sign-in-page.ts'
import { newAccount } from '../kit/visitors.ts'
import { navigate } from '../kit/walk.ts'

const app = await appOfPages()
const browser = await browserOfFile()

test('leads from Need Help to the documentation and back; a drawer has the article that fits the page', async () => {
  const account = await newAccount(app)
  const { page } = await browser.open()
  await signedIn(page, app.url, account)
  await page.goto(`${app.url}/dashboard`)
  const title = (name: string) => page.getByRole('heading', { level: 1, name })
  await page.getByRole('link', { name: 'View Documentation' }).press('Enter')
  await expect(page).toHaveURL(`${app.url}/help`)
  await expect(title('Documentation')).toBeFocused()
  await expect(page).toHaveTitle('Documentation · Mailroom')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(title('Dashboard')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Documentation', exact: true }).click()
  await expect(title('Documentation')).toBeFocused()

  await navigate(page, '/connections')
  await expect(title('Connections')).toBeFocused()
  const opener = page.getByRole('button', { name: /^User menu: / })
  const openHelp = async (): Promise<void> => (await userMenuEntry(page, 'Help')).press('Enter')
  await openHelp()
  const drawer = page.getByRole('dialog', { name: 'Help' })
  await expect(drawer.getByRole('heading', { name: 'Connect other services' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await navigate(page, '/review')
  await expect(title('Review')).toBeFocused()
  await openHelp()
  await expect(drawer.getByRole('heading', { name: 'When it is not sure' })).toBeVisible()
  await page.keyboard.press('Escape')
  // On a phone the menu has it.
  await page.setViewportSize({ width: 390, height: 844 })
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('button', { name: 'More' }).press('Enter')
  await menu.getByRole('button', { name: 'Help' }).press('Enter')
  await expect(drawer.getByRole('heading', { name: 'When it is not sure' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu.getByRole('button', { name: 'More' })).toBeFocused()
  await page.keyboard.press('Enter')
  await menu.getByRole('button', { name: 'Help' }).press('Enter')
  await drawer.getByRole('link', { name: 'All Documentation' }).click()
  await expect(title('Documentation')).toBeFocused()
})

test('is public, links each part and shows its pictures; a page is returned to at its former place', async () => {
  const { page } = await browser.open()
  await page.goto(`${app.url}/help#two-step`)
  const top = () => page.evaluate(() => Math.round(scrollY))
  const title = (name: string) => page.getByRole('heading', { level: 1, name })
  await expect(title('Documentation')).toBeAttached()
  await expect.poll(top).toBeGreaterThan(500)
  const link = page.getByRole('main').getByRole('link', { name: 'Privacy Policy' })
  await link.focus()
  const former = await top()
  await link.press('Enter')
  await expect(title('Privacy Policy')).toBeFocused()
  await expect.poll(top).toBe(0)
  await page.goBack()
  await expect(title('Documentation')).toBeFocused()
  await expect.poll(top).toBe(former)
  await page.reload()
  await expect(title('Documentation')).toBeAttached()
  await expect.poll(top).toBe(former)

  // The place belongs to the page that was left, not to one that was pressed meanwhile.
  await page.evaluate(() => {
    for (const path of ['/terms', '/privacy']) document.querySelector<HTMLElement>(`a[href="${path}"]`)?.click()
  })
  await expect(title('Privacy Policy')).toBeFocused()
  await page.evaluate(() => scrollTo(0, 200))
  await page.goBack()
  await expect(title('Terms of Service')).toBeFocused()
  await expect.poll(top).toBe(0)
  // Replaces the entry of the privacy policy.
  await page.goto(`${app.url}/help`)
  await expect(title('Documentation')).toBeAttached()
  await expect.poll(top).toBe(0)

  for (const contents of await page.getByRole('navigation', { name: 'Contents' }).getByRole('link').all()) {
    const name = await contents.innerText()
    await contents.click()
    await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport()
  }
  const pictures = page.getByRole('main').getByRole('img')
  await expect(pictures).toHaveCount(4)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(720)
  }
})
