import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'

/**
 * A browser profile that journeys use one after the other, each finding it as if it were new but for what makes pages open in half the time: a
 * renderer that runs, with the product's scripts compiled in it.
 */
export interface KeptProfile {
  context: BrowserContext
  isTaken: boolean
  /** Closes its pages and forgets what they stored. @returns false where it cannot be used again; then it is closed */
  empty(): Promise<boolean>
}

/** A page of our site that stays open keeps the renderer. */
const blank = 'http://localhost/'

export async function keepProfile(browser: Browser, options: BrowserContextOptions): Promise<KeptProfile> {
  const context = await browser.newContext(options)
  const keeper = await context.newPage()
  await keeper.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await keeper.goto(blank)
  const devtools = await context.newCDPSession(keeper)
  const origins = new Set<string>()
  const note = (address: string): void => {
    if (address.startsWith('http')) origins.add(new URL(address).origin)
  }
  context.on('page', (page) => page.on('framenavigated', (frame) => note(frame.url())))

  return {
    context,
    isTaken: false,
    async empty() {
      if (keeper.isClosed()) return false
      // A clock that was taken over is so for each page to come.
      if (!(await keeper.evaluate(() => String(setTimeout).includes('[native code]')))) {
        await context.close()
        return false
      }
      const others = context.pages().filter((page) => page !== keeper)
      await Promise.all(others.map((page) => page.close()))
      await context.clearCookies()
      for (const origin of origins) await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      origins.clear()
      return true
    },
  }
}
