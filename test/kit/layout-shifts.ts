import type { Page } from 'playwright-core'

/** Records layout shifts on this page and the pages that it navigates to. Call it before the page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  // Cached parts would hide shifts, so each page fetches all of its parts.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.addInitScript(() => {
    Reflect.set(globalThis, 'moved', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        // Shifts within 500 ms of user input do not count, as in the browsers' own metric.
        if (Reflect.get(entry, 'hadRecentInput') === true) continue
        Reflect.set(globalThis, 'moved', Reflect.get(globalThis, 'moved') + Reflect.get(entry, 'value'))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Cumulative layout shift (CLS) so far. Below 0.1 is rated good; our limit is 0.05. */
export const shiftsOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // The shifts of a frame are reported after it.
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
    await new Promise((resolve) => setTimeout(resolve))
    return Number(Reflect.get(globalThis, 'moved'))
  })
