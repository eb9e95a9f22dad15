import { Hono } from 'hono'
import type { SandboxState } from '../sandbox-state.ts'
import { notFoundPage } from './page-layout.ts'
import { outboxHtmlPath } from './page-links.ts'
import { outboxMailPage, outboxPage } from './outbox-page.ts'
import { framedMail } from './outbox-html.ts'

/** Pages of the mail that the product sent. */
export function outboxPageRoutes(sandbox: SandboxState): Hono {
  const app = new Hono()
  app.get('/outbox', (c) => c.html(outboxPage(sandbox.outbox.mails, sandbox.clock.now())))
  app.get('/outbox/:place{[0-9]+}', (c) => {
    const mail = sandbox.outbox.mails[Number(c.req.param('place'))]
    return mail
      ? c.html(outboxMailPage(mail, outboxHtmlPath(Number(c.req.param('place')))))
      : c.html(notFoundPage('There is no such email'), 404)
  })
  app.get('/outbox-html/:place{[0-9]+}', (c) => {
    const mail = sandbox.outbox.mails[Number(c.req.param('place'))]
    return mail?.html ? c.html(framedMail(mail)) : c.html(notFoundPage('There is no such email'), 404)
  })
  return app
}
