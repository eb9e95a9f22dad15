import { readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { sameSite } from '../kit/same-site.ts'
import type { SandboxState } from '../sandbox-state.ts'
import { findUser } from '../teamleader/state.ts'
import { callsPage } from './calls-page.ts'
import { pageHeaders } from './page-headers.ts'
import { frontPage } from './front-page.ts'
import { notFoundPage } from './page-layout.ts'
import { mailHeaders } from './outbox-html.ts'
import { stripePageRoutes } from './stripe-customer-routes.ts'
import { teamleaderPage } from './teamleader-page.ts'
import { outboxPageRoutes } from './outbox-routes.ts'
import { mailboxPageRoutes, messagePageRoutes } from './mailbox-routes.ts'
import { filePageRoutes } from './file-routes.ts'

const style = ['frame', 'mailboxes', 'folders', 'message', 'forms', 'calls']
  .map((part) => readFileSync(new URL(`style/${part}.css`, import.meta.url), 'utf8'))
  .join('\n')
const icon = readFileSync(new URL('icon.svg', import.meta.url), 'utf8')

/** The front page: shows the state of the sandbox and delivers mail by hand. Links and forms without scripts. */
export function pageRoutes(sandbox: SandboxState): Hono {
  const app = new Hono()
  for (const path of [
    '/',
    '/outbox/*',
    '/calls',
    '/mailboxes/*',
    '/owa/',
    '/files/*',
    '/teamleader/*',
    '/stripe/*',
    '/page/*',
  ])
    app.use(path, sameSite, pageHeaders)

  app.use('/outbox-html/*', sameSite, mailHeaders)

  app.get('/', (c) => c.html(frontPage(sandbox)))
  app.get('/page/style.css', (c) => c.body(style, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  // Browsers request /favicon.ico on pages of the services, which declare no icon.
  for (const path of ['/page/icon.svg', '/favicon.ico'])
    app.get(path, (c) => c.body(icon, 200, { 'Content-Type': 'image/svg+xml' }))
  app.get('/calls', (c) => c.html(callsPage(sandbox, c.req.query('service'))))

  app.route('/', outboxPageRoutes(sandbox))
  app.route('/', mailboxPageRoutes(sandbox))
  app.route('/', messagePageRoutes(sandbox))
  app.route('/', filePageRoutes(sandbox))
  app.get('/teamleader/:email', (c) => {
    const user = findUser(sandbox.teamleader, c.req.param('email'))
    return user ? c.html(teamleaderPage(user)) : c.html(notFoundPage('There is no such Teamleader account'), 404)
  })
  app.route('/', stripePageRoutes(sandbox))
  return app
}
