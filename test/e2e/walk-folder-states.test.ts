import { expect } from '../kit/expect.ts'
import { test } from 'vitest'
import { browserOfFile } from '../kit/browser.ts'
import { openAs } from '../kit/folders-page.ts'
import { connectedMailbox } from '../kit/mailbox.ts'
import { expireIn } from '../kit/shared-session.ts'
import { appOfPages } from '../kit/start-app.ts'
import { sortedMails } from '../kit/trained-mailbox.ts'
import { tokensOf } from '../kit/visitors.ts'

const app = await appOfPages()
const browser = await browserOfFile()

test('email that is sorted while the page has lost its connection is shown once it is connected again', async () => {
  const who = await connectedMailbox(app, [{ displayName: 'Invoices' }])
  await who.call('mail-webhook-management', { action: 'subscribe', mailboxId: who.mailboxId })
  // The first connection ends, the second fails, the third has a token that another tab has renewed, the fourth comes
  // too late to receive the event of the email.
  const release = Promise.withResolvers<void>()
  let tries = 0
  const { page } = await openAs(browser, app, who, '/dashboard?tab=folders', {
    prepare: async (opened) => {
      await opened.route('**/api/events', async (route) => {
        tries += 1
        if (tries === 2) return route.abort()
        if (tries === 3) {
          const renewed = await tokensOf(app, { email: who.user.email, password: 'correct horse battery' })
          await expireIn(app, opened, 3600, renewed)
          return route.fulfill({ status: 401, json: { error: { code: 'unauthorized', message: 'No session.' } } })
        }
        if (tries > 3) await release.promise
        return route.fulfill({ contentType: 'text/event-stream', body: ': connected\n\n' })
      })
    },
  })
  await expect(page.getByRole('heading', { name: 'No processing logs yet' })).toBeVisible()
  await who.deliver({ subject: 'Sent while nobody listened', from: 'ana@friends.example' })
  await sortedMails(app, who, 1)
  release.resolve()
  await expect(page.getByText('Sent while nobody listened')).toBeVisible()
  expect(tries).toBeGreaterThan(3)
})
