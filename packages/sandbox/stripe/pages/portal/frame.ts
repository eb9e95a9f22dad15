import { html } from 'hono/html'
import { portalPath, returnUrlOf } from '../../portal/session.ts'
import { type Html, hostedPage } from '../layout.ts'
import type { Walk } from './walk.ts'

/** A page of the portal. The link back to the shop leads to its address to the letter. */
export function portalPage(walk: Walk, title: string, content: Html): Html {
  const back = returnUrlOf(walk.world, walk.session)
  return hostedPage({
    title,
    content: html`${back === null ? '' : html`<p><a href="${back}" rel="noreferrer"><span aria-hidden="true">←</span> Return to Mailroom</a></p>`}
${content}`,
  })
}

/** A step of its own, with a way back to the home page where the session has one. */
export function stepPage(walk: Walk, title: string, content: Html): Html {
  const { session } = walk
  if (session.flow) return portalPage(walk, title, html`<h1>${title}</h1>${content}`)
  return hostedPage({
    title,
    content: html`<p><a href="${portalPath(session)}"><span aria-hidden="true">←</span> Back</a></p><h1>${title}</h1>${content}`,
  })
}

export function alert(problem: string | undefined): Html | '' {
  return problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`
}
