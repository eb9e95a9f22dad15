import { html } from 'hono/html'
import { portalPath, returnUrlOf } from '../../portal/portal-session.ts'
import type { Html } from '../../../kit/page-frame.ts'
import { hostedPage } from '../hosted-page-layout.ts'
import type { PortalRequest } from './portal-request.ts'

/** A portal page. The link back contains the session's return URL unchanged. */
export function portalPage(request: PortalRequest, title: string, content: Html): Html {
  const back = returnUrlOf(request.sandbox, request.session)
  return hostedPage({
    title,
    content: html`${
      back === null
        ? ''
        : html`<p><a href="${back}" rel="noreferrer"><span aria-hidden="true">←</span> Return to Mailroom</a></p>`
    }
${content}`,
  })
}

/** A page of one step, with a link to the home page unless the session has a flow. */
export function stepPage(request: PortalRequest, title: string, content: Html): Html {
  const { session } = request
  if (session.flow) return portalPage(request, title, html`<h1>${title}</h1>${content}`)
  return hostedPage({
    title,
    content: html`<p><a href="${portalPath(
      session,
    )}"><span aria-hidden="true">←</span> Back</a></p><h1>${title}</h1>${content}`,
  })
}
