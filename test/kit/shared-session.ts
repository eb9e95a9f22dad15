import type { Page } from 'playwright-core'
import type { App } from './start-app.ts'

/** The session that tabs share. */

/** Response statuses of this page's token refreshes. */
export function refreshesOf(page: Page): number[] {
  const seen: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('grant_type=refresh_token')) seen.push(response.status())
  })
  return seen
}

/** Changes the stored session, so that it ends in this many seconds. */
export const expireIn = (app: App, page: Page, seconds: number, more: object = {}): Promise<void> =>
  page.evaluate(
    (changes) => {
      const session = JSON.parse(localStorage.getItem('mailroom.session') ?? '{}')
      localStorage.setItem('mailroom.session', JSON.stringify({ ...session, ...changes }))
    },
    { expires_at: Math.round(app.clock.now().getTime() / 1000) + seconds, ...more },
  )
