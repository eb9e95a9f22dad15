import { html } from 'hono/html'
import type { OutboxMail } from '../kit/outbox.ts'
import { previewOf } from '../microsoft/simulate-graph-text-body.ts'
import { count, longDate, shortDate, subjectOf } from './format-page-values.ts'
import type { Html } from '../kit/page-frame.ts'
import { layout } from './page-layout.ts'
import { FRAME_RIGHTS } from './outbox-html.ts'

export function outboxPage(mails: readonly OutboxMail[], now: number): Html {
  return layout({
    title: 'Sent email',
    section: 'outbox',
    content: html`<h1>Sent email</h1>
<p class="lead">What the product sent, by its mail server or through an Outlook mailbox. No one outside received it.</p>
${
  mails.length === 0
    ? html`<p class="quiet empty">No email was sent yet.</p>`
    : html`<p class="quiet">${count(mails.length, 'email')}, newest first</p>${outboxRows(mails, now, mails.length)}`
}`,
  })
}

export function outboxRows(mails: readonly OutboxMail[], now: number, most: number): Html {
  const numbered = mails
    .map((mail, place) => ({ mail, place }))
    .toReversed()
    .slice(0, most)
  return html`<ol class="mails boxed">${numbered.map(
    ({ mail, place }) => html`<li><a href="/outbox/${place}">
<span class="from">To <bdi>${mail.to}</bdi></span>
<time datetime="${mail.at}">${shortDate(mail.at, now)}</time>
<span class="subject" dir="auto">${subjectOf(mail.subject)}</span>
<span class="preview" dir="auto">${previewOf(mail.text)}</span></a></li>`,
  )}</ol>`
}

export function outboxMailPage(mail: OutboxMail, htmlPath: string): Html {
  return layout({
    title: subjectOf(mail.subject),
    section: 'outbox',
    content: html`<p class="crumbs"><a href="/outbox">Sent email</a></p>
<article class="message"><h1 dir="auto">${subjectOf(mail.subject)}</h1>
<dl class="about"><div><dt>From</dt><dd><bdi>${
      mail.from
    }</bdi></dd></div><div><dt>To</dt><dd><bdi>${mail.to}</bdi></dd></div>
<div><dt>Sent</dt><dd>${longDate(mail.at)}</dd></div><div><dt>By</dt><dd>${
      mail.via === 'smtp' ? 'the mail server' : 'Microsoft Graph'
    }</dd></div></dl>
${
  mail.html === ''
    ? ''
    : html`<h2>As HTML</h2><iframe class="mail" title="The email as HTML" sandbox="${
        FRAME_RIGHTS
      }" referrerpolicy="no-referrer" src="${htmlPath}"></iframe><h2>As text</h2>`
}
<pre class="body" dir="auto">${withLinks(mail.text)}</pre>
${mail.html === '' ? '' : html`<details><summary>HTML source</summary><pre>${mail.html}</pre></details>`}</article>`,
  })
}

/** Links http addresses, so that confirmation links can be followed; the rest stays text. */
export function withLinks(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]])/)
    .map((part, place) =>
      place % 2 === 1 ? html`<a href="${part}" rel="noreferrer noopener nofollow">${part}</a>` : html`${part}`,
    )
}
