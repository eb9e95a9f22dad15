import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/**
 * A browser profile that journeys use one after the other. Each finds it empty, but with what saves a third of opening
 * a page: a renderer
 * that runs, with the product's scripts compiled in it, and files that were fetched. What a test sets on the profile
 * itself (routes, scripts,
 * permissions) would stay: it belongs on the page (`test/repo.test.ts`).
 */
export interface KeptProfile {
  context: BrowserContext
  isTaken: boolean
  /**
   * Closes its pages and forgets what they stored. @returns false where the next one would find something all the same:
   * close it then
   */
  empty(): Promise<boolean>
}

export async function newProfile(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  // A click waits as long as an expectation.
  context.setDefaultTimeout(60_000)
  return context
}

/**
 * The site of every test's product, which differ in their ports alone: a page of it that stays open keeps the renderer.
 */
const blank = 'http://localhost/'

export async function keepProfile(browser: Browser, options: BrowserContextOptions): Promise<KeptProfile> {
  const context = await newProfile(browser, options)
  const keeper = await context.newPage()
  await keeper.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await keeper.goto(blank)
  const devtools = await context.newCDPSession(keeper)
  const origins = new Set<string>()
  const note = (address: string): void => {
    if (address.startsWith('http')) origins.add(new URL(address).origin)
  }
  context.on('page', (page) => {
    // A page that was opened by another is there already.
    note(page.url())
    page.on('framenavigated', (frame) => note(frame.url()))
  })

  return {
    context,
    isTaken: false,
    async empty() {
      // Closed by the test, or crashed with one of its pages.
      if (!(await hasItsTime(keeper).catch(() => false))) return false
      const others = context.pages().filter((page) => page !== keeper)
      await Promise.all(others.map((page) => page.close()))
      await context.clearCookies()
      for (const origin of origins) await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      origins.clear()
      return true
    },
  }
}

/** A clock that a test took over is taken over for each page to come. */
const hasItsTime = (page: Page): Promise<boolean> => page.evaluate(() => String(setTimeout).includes('[native code]'))
