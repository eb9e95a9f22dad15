import type { Page } from 'playwright-core'
import type { z } from 'zod'

/**
 * A walk shows the states of a screen in one page: it replaces responses and navigates within the app, since loading
 * the page again takes ten times as long. `page.unrouteAll()` ends all replacements.
 */

/** Follows a link within the app, without loading the page. @param path with its query */
export const navigate = (page: Page, path: string): Promise<void> =>
  page.evaluate((href) => {
    const { index } = history.state
    history.pushState({ index: index + 1, state: {} }, '', href)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)

/** Replaces the responses of this address by a body that the contract allows, until the next replacement. */
export async function answerCalls<Output extends z.ZodType>(
  page: Page,
  pathname: RegExp,
  output: Output,
  body: z.input<Output>,
): Promise<void> {
  const json = output.parse(body)
  await page.route(
    (url) => pathname.test(url.pathname),
    (route) => route.fulfill({ json }),
  )
}

/** Holds the calls to this address. @returns a function that lets them through */
export async function holdCalls(page: Page, pathname: RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(
    (url) => pathname.test(url.pathname),
    async (route) => {
      await gate.promise
      await route.fallback()
    },
  )
  return gate.resolve
}

/**
 * Holds the event stream: where it opens late, the page reads everything again, and a failed read would end by itself.
 * @returns a function that lets it through
 */
export const holdEvents = (page: Page): Promise<() => void> => holdCalls(page, /\/api\/events$/)

/** Makes all script downloads fail until `restore` is called. */
export async function failDownloads(page: Page): Promise<{ restore: () => Promise<void> }> {
  const assets = '**/assets/*.js'
  await page.route(assets, (route) => route.abort())
  return { restore: () => page.unroute(assets) }
}
