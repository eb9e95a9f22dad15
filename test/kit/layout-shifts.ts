import type { Page } from 'playwright-core'

/**
 * Counts what moves on its own from now on, on this page and those that it goes to: call it before the page is opened.
 */
export async function watchShifts(page: Page): Promise<void> {
  // What is there already moves nothing: each page is to fetch all of its parts.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.addInitScript(() => {
    Reflect.set(globalThis, 'moved', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // What answers a click or a key within half a second is not counted, as in the browsers' own measure.
        if (Reflect.get(entry, 'hadRecentInput') === true) continue
        Reflect.set(globalThis, 'moved', Reflect.get(globalThis, 'moved') + Reflect.get(entry, 'value'))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/**
 * The sum of all shifts so far, as the web vital CLS takes them; what is below 0.1 is called good, ours is to be below
 * 0.05.
 */
export const shiftsOf = (page: Page): Promise<number> => page.evaluate(() => Number(Reflect.get(globalThis, 'moved')))
