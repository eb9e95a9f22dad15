import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/**
 * A browser profile that end-to-end tests reuse one after the other. Each test finds it empty, except for a running
 * renderer with compiled scripts and the HTTP cache, which save a third of opening a page. Settings on the profile
 * itself (routes, scripts, permissions) would persist and belong on the page (`test/repo.test.ts`).
 */
export interface ReusableProfile {
  context: BrowserContext
  isTaken: boolean
  /**
   * Closes its pages and clears their storage. @returns false where state would remain; the profile must then be closed
   */
  empty(): Promise<boolean>
}

export async function newProfile(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  // The same time-out for clicks as for assertions.
  context.setDefaultTimeout(120_000)
  return context
}

/**
 * All test servers are the same site, since only their ports differ. One open page of that site keeps the renderer
 * alive.
 */
const blank = 'http://localhost/'

export async function openReusableProfile(browser: Browser, options: BrowserContextOptions): Promise<ReusableProfile> {
  const context = await newProfile(browser, options)
  const keeper = await context.newPage()
  await keeper.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await keeper.goto(blank)
  const devtools = await context.newCDPSession(keeper)
  const origins = new Set<string>()
  const recordOrigin = (address: string): void => {
    if (address.startsWith('http')) origins.add(new URL(address).origin)
  }
  context.on('page', (page) => {
    // A page opened by another page already has its URL.
    recordOrigin(page.url())
    page.on('framenavigated', (frame) => recordOrigin(frame.url()))
  })

  return {
    context,
    isTaken: false,
    async empty() {
      // The test closed the page, or it crashed.
      if (!(await hasNativeClock(keeper).catch(() => false))) return false
      const others = context.pages().filter((page) => page !== keeper)
      await Promise.all(others.map((page) => page.close()))
      await context.clearCookies()
      for (const origin of origins) await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      origins.clear()
      return true
    },
  }
}

/** A fake clock that a test has installed would persist on all later pages. */
const hasNativeClock = (page: Page): Promise<boolean> =>
  page.evaluate(() => String(setTimeout).includes('[native code]'))
