import { expect } from '../kit/expect.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { launchBrowser, type TestBrowser } from '../kit/browser.ts'
import { startApp, type App } from '../kit/start-app.ts'

/** Journeys that share a profile, one after the other: what one leaves behind, the next must not find. */
let app: App
let browser: TestBrowser
beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
})
afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

async function open(options: Parameters<TestBrowser['open']>[0] = {}): Promise<Page> {
  const { page } = await browser.open(options)
  await page.goto(`${app.url}/auth/login`)
  return page
}
const found = (page: Page) =>
  page.evaluate(async () => ({
    stored: [localStorage.length, sessionStorage.length, (await indexedDB.databases()).length, document.cookie],
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    width: innerWidth,
    hasTimeOfItsOwn: !String(setTimeout).includes('[native code]'),
  }))
const asNew = { stored: [0, 0, 0, ''], dark: false, width: 1280, hasTimeOfItsOwn: false }
const leaveAll = (page: Page) =>
  page.evaluate(() => {
    localStorage.setItem('left', 'behind')
    sessionStorage.setItem('left', 'behind')
    document.cookie = 'left=behind'
    return new Promise((done) => Object.assign(indexedDB.open('left'), { onsuccess: done }))
  })

test.each(['first', 'second'])('everything is left behind by the %s', async () => {
  const page = await open()
  expect(await found(page)).toEqual(asNew)
  await leaveAll(page)
  expect((await found(page)).stored).toEqual([1, 1, 1, 'left=behind'])
})

test('another one opened beside it finds nothing either', async () => {
  const page = await open()
  expect(await found(page)).toEqual(asNew)
  await leaveAll(page)
  expect(await found(await open())).toEqual(asNew)
})

test('one has the night and a small window', async () => {
  const page = await open({ colorScheme: 'dark', viewport: { width: 390, height: 800 } })
  expect(await found(page)).toEqual({ ...asNew, dark: true, width: 390 })
})

test.each(['first', 'second'])('its time is taken over by the %s', async () => {
  const page = await open()
  expect(await found(page)).toEqual(asNew)
  await page.clock.install()
  expect(await found(page)).toEqual({ ...asNew, hasTimeOfItsOwn: true })
})

test('one closes it', async () => {
  const page = await open()
  await page.context().close()
})

test('a first visit, and one after all of these, are as new', async () => {
  expect(await found(await open({ firstVisit: true }))).toEqual(asNew)
  expect(await found(await open())).toEqual(asNew)
})
