import { html } from 'hono/html'
import { pathOf } from '../microsoft/find-folder.ts'
import type { Folder, Message, Recipient } from '../microsoft/model.ts'
import { fileSize, longDate, personInFull, subjectOf } from './format-page-values.ts'
import type { Html } from '../kit/page-frame.ts'
import { layout } from './page-layout.ts'
import { filePath, folderPath, messagePath } from './page-links.ts'

/** Browsers are slow with a megabyte of text. */
const MAX_TEXT_CHARACTERS = 100_000
const MAX_RECIPIENTS_SHOWN = 20
const kinds: Record<string, string> = {
  '#microsoft.graph.eventMessage': 'Meeting cancellation',
  '#microsoft.graph.eventMessageRequest': 'Meeting request',
  '#microsoft.graph.eventMessageResponse': 'Answer to a meeting request',
}

export function messagePage(message: Message, notice?: string): Html {
  const { mailbox, folder } = message
  const { email } = mailbox.account
  const about: [string, Html | string][] = [
    ['From', html`<bdi>${personInFull(message.from)}</bdi>`],
    ['To', people(message.toRecipients)],
    ['Cc', people(message.ccRecipients)],
    ['Reply to', people(message.replyTo)],
    ['Received', longDate(message.receivedDateTime)],
    ['Categories', message.categories.join(', ')],
    ['Kind', kinds[message.odataType ?? ''] ?? ''],
  ]
  return layout({
    title: subjectOf(message.subject),
    section: 'mailboxes',
    notice,
    content: html`<p class="crumbs"><a href="/">Mailboxes</a> / <a href="${folderPath(
      email,
      folder.id,
    )}">${email}, <bdi>${folder.displayName}</bdi></a></p>
<article class="message"><h1 dir="auto">${subjectOf(message.subject)}</h1>
<dl class="about">${about
      .filter(([, value]) => value !== '')
      .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${files(message)}
${text(message)}
${source(message)}</article>
${moveForm(message)}`,
  })
}

function people(list: readonly Recipient[]): Html | string {
  if (list.length === 0) return ''
  const shown = list
    .slice(0, MAX_RECIPIENTS_SHOWN)
    .map((person, index) => html`${index > 0 ? ', ' : ''}<bdi>${personInFull(person)}</bdi>`)
  const more = list.length - MAX_RECIPIENTS_SHOWN
  return html`${shown}${more > 0 ? ` and ${more} more` : ''}`
}

function files({ attachments, mailbox, immutableId }: Message): Html | string {
  if (attachments.length === 0) return ''
  const items = attachments.map(
    (
      file,
      place,
    ) => html`<li><a href="${filePath(mailbox.account.email, immutableId, place)}" download><bdi>${file.name}</bdi></a>
<span class="quiet">${fileSize(file.bytes.length)}${
      file.isInline ? ', inline' : ''
    }${file.type === 'item' ? ', a mail' : ''}</span></li>`,
  )
  return html`<ul class="attachments" aria-label="Attachments">${items}</ul>`
}

function text({ text: whole }: Message): Html {
  const shown = whole.slice(0, MAX_TEXT_CHARACTERS)
  if (shown.trim() === '') return html`<p class="quiet">This mail has no text.</p>`
  const cut = whole.length - shown.length
  return html`<pre class="body" dir="auto">${shown}</pre>${
    cut > 0 ? html`<p class="quiet">${cut.toLocaleString('en')} more characters are not shown.</p>` : ''
  }`
}

/** Shows HTML as text: untrusted HTML must not run here. */
function source({ body, internetMessageHeaders, internetMessageId }: Message): Html {
  const headers = internetMessageHeaders.map(({ name, value }) => `${name}: ${value}`).join('\n')
  return html`${
    body.contentType === 'html'
      ? html`<details><summary>HTML source</summary><pre>${body.content.slice(0, MAX_TEXT_CHARACTERS)}</pre></details>`
      : ''
  }
<details><summary>Headers</summary><pre>Message-ID: ${internetMessageId}
${headers}</pre></details>`
}

function moveForm(message: Message): Html {
  const { mailbox, folder } = message
  const targets = [...mailbox.folders.values()].filter((target) => isMoveTarget(target) && target !== folder)
  const paths = targets
    .map((target) => ({ id: target.id, path: pathOf(target) }))
    .toSorted((left, right) => left.path.localeCompare(right.path, 'en'))
  return html`<form class="move" method="post" action="${messagePath(mailbox.account.email, message.immutableId)}/move">
<label for="folder">Move it by hand, as in Outlook</label>
<div class="together"><select id="folder" name="folder">${paths.map(
    ({ id, path }) => html`<option value="${id}">${path}</option>`,
  )}</select>
<button class="button">Move</button></div></form>`
}

export function isMoveTarget(folder: Folder): boolean {
  return folder.parent !== null && folder.searchQuery === null && !folder.isHidden
}
