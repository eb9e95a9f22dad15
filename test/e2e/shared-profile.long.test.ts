import { expect } from '../kit/expect.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { test } from 'vitest'
import { browserOfFile, type TestBrowser } from '../kit/browser.ts'

/** Tests that reuse one profile must not see each other's state. */
const browser = await browserOfFile()

async function open(options: Parameters<TestBrowser['open']>[0] = {}): Promise<Page> {
  const { page } = await browser.open(options)
  await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  return at(page, 'http://localhost/somewhere')
}
async function at(page: Page, address: string): Promise<Page> {
  await page.goto(address)
  return page
}
const found = async (page: Page) => ({
  ...(await page.evaluate(async () => ({
    stored: [localStorage.length, sessionStorage.length, (await indexedDB.databases()).length],
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    width: innerWidth,
    hasTimeOfItsOwn: !String(setTimeout).includes('[native code]'),
  }))),
  cookies: (await page.context().cookies()).map(({ domain }) => domain).toSorted(),
})
const asNew = { stored: [0, 0, 0], cookies: [], dark: false, width: 1280, hasTimeOfItsOwn: false }
async function leaveAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('left', 'behind')
    sessionStorage.setItem('left', 'behind')
    document.cookie = 'left=behind'
    return new Promise((done) => Object.assign(indexedDB.open('left'), { onsuccess: done }))
  })
  // A cookie for a site that no page has visited.
  await page.context().addCookies([{ name: 'left', value: 'behind', url: 'http://elsewhere.example' }])
}

test.each(['first', 'second'])('the %s test finds an empty profile and leaves data', async () => {
  const page = await open()
  expect(await found(page)).toEqual(asNew)
  await leaveAll(page)
  const all = { stored: [1, 1, 1], cookies: ['elsewhere.example', 'localhost'] }
  expect(await found(page)).toMatchObject(all)
})

test('a second page beside it finds nothing', async () => {
  const page = await open()
  expect(await found(page)).toEqual(asNew)
  await leaveAll(page)
  expect(await found(await open())).toEqual(asNew)
})

test('one page uses dark mode and a small window', async () => {
  const page = await open({ colorScheme: 'dark', viewport: { width: 390, height: 800 } })
  expect(await found(page)).toEqual({ ...asNew, dark: true, width: 390 })
})

test.each(['first', 'second'])('the %s test installs a fake clock', async () => {
  const page = await open()
  expect(await found(page)).toEqual(asNew)
  await page.clock.install()
  expect(await found(page)).toEqual({ ...asNew, hasTimeOfItsOwn: true })
})

let last: BrowserContext
test('stores the context for the next test', async () => {
  last = (await open()).context()
})

test('the next page has the same start, and its popup leaves nothing', async () => {
  const page = await open()
  expect(page.context()).toBe(last)
  await page.context().route('http://127.0.0.1/', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  const opened = page.waitForEvent('popup')
  await page.evaluate(() => void window.open('http://127.0.0.1/'))
  await leaveAll(await opened)
  await page.context().unrouteAll()
})

test("the popup's data is gone; then a page is closed", async () => {
  const page = await open()
  expect(page.context()).toBe(last)
  expect(await found(await at(page, 'http://127.0.0.1/'))).toEqual(asNew)
  await page.context().close()
})

test('a first visit, and a page after all of these, start clean', async () => {
  expect(await found(await open({ firstVisit: true }))).toEqual(asNew)
  const page = await open()
  expect(page.context()).not.toBe(last)
  expect(await found(page)).toEqual(asNew)
})

test('a crashing page does not affect others', async () => {
  const page = await open()
  last = page.context()
  const crashed = page.waitForEvent('crash')
  await Promise.race([page.goto('chrome://crash').catch(() => null), crashed])
  await crashed
})

test('after a crash there is a new profile', async () => {
  const page = await open()
  expect(page.context()).not.toBe(last)
  expect(await found(page)).toEqual(asNew)
})
