import { html } from 'hono/html'
import type { MicrosoftSandbox } from '../microsoft/state.ts'
import type { Folder, Mailbox, Message } from '../microsoft/model.ts'
import { previewOf } from '../microsoft/simulate-graph-text-body.ts'
import { count, personName, shortDate, subjectOf } from './format-page-values.ts'
import { mailboxBadges } from './front-page.ts'
import type { Html } from '../kit/page-frame.ts'
import { layout } from './page-layout.ts'
import { folderPath, mailboxPath, messagePath } from './page-links.ts'
import { renderBadge } from './account-rows.ts'

const PAGE_SIZE = 50

type MailboxView = { mailbox: Mailbox; folder: Folder; page: number; notice?: string | undefined }

export function mailboxPage(sandbox: MicrosoftSandbox, { mailbox, folder, page, notice }: MailboxView): Html {
  const { email, displayName } = mailbox.account
  const { size } = folder.messages
  const pages = Math.max(1, Math.ceil(size / PAGE_SIZE))
  const current = Math.min(page, pages)
  const shown = folder.messages.slice((current - 1) * PAGE_SIZE, current * PAGE_SIZE)
  const here = folderPath(email, folder.id, current)
  return layout({
    title: `${folder.displayName}, ${email}`,
    section: 'mailboxes',
    width: 'wide',
    notice,
    content: html`<div class="head"><div><p class="crumbs"><a href="/">Mailboxes</a></p>
<h1><bdi>${displayName}</bdi></h1><p class="address">${
      email
    } ${mailboxBadges(sandbox, mailbox).map(renderBadge)}</p></div>
<p class="acts"><a class="button" href="${here}">Refresh</a> <a class="button main" href="${mailboxPath(
      email,
    )}/new">Write a mail into it</a></p></div>
<div class="panes">
<details class="folders narrow"><summary>Folder: <bdi>${
      folder.displayName
    }</bdi></summary>${tree(mailbox, folder)}</details>
<nav class="folders wide-only" aria-label="Folders">${tree(mailbox, folder)}</nav>
<section class="list" aria-labelledby="folder-name">
<h2 id="folder-name"><bdi>${folder.displayName}</bdi> <span class="quiet">${count(
      size,
      'message',
    )}${folder.unread > 0 ? `, ${folder.unread} unread` : ''}</span></h2>
${
  size === 0
    ? html`<p class="quiet empty">This folder is empty.</p>`
    : html`<ol class="mails">${shown.map((message) => row(message, sandbox.clock.now()))}</ol>`
}
${pages > 1 ? pager(email, folder, current, pages) : ''}
</section></div>`,
  })
}

function tree(mailbox: Mailbox, current: Folder): Html {
  return branch(mailbox, mailbox.root.children, current)
}

/** Inbox first, then other folders by name, then the other well-known folders. */
function branch(mailbox: Mailbox, folders: readonly Folder[], current: Folder): Html {
  const known = folders.filter((folder) => folder.wellKnownName !== null && !folder.isHidden)
  const rest = folders.filter((folder) => folder.wellKnownName === null)
  const first = known.filter(({ wellKnownName }) => wellKnownName === 'inbox')
  const last = known.filter(({ wellKnownName }) => wellKnownName !== 'inbox')
  const named = rest.toSorted((left, right) =>
    left.displayName.localeCompare(right.displayName, 'en', { numeric: true }),
  )
  return html`<ul>${[...first, ...named, ...last].map((folder) => leaf(mailbox, folder, current))}</ul>`
}

function leaf(mailbox: Mailbox, folder: Folder, current: Folder): Html {
  const { displayName, unread, messages, children, isHidden, searchQuery } = folder
  const kind = isHidden ? ' (hidden)' : searchQuery === null ? '' : ' (search)'
  return html`<li><a href="${folderPath(
    mailbox.account.email,
    folder.id,
  )}"${folder === current ? html` aria-current="page"` : ''}>
<span class="name"><bdi>${displayName}</bdi>${kind}</span> <span class="number">${
    unread > 0 ? html`<b>${unread}</b><span class="away"> unread of </span>` : ''
  }<span class="${unread > 0 ? 'away' : 'total'}">${messages.size}</span></span></a>
${children.length > 0 ? branch(mailbox, children, current) : ''}</li>`
}

function row(message: Message, now: number): Html {
  const files = message.attachments.filter(({ isInline }) => !isInline).length
  return html`<li class="${message.isRead ? 'read' : 'unread'}"><a href="${messagePath(
    message.mailbox.account.email,
    message.immutableId,
  )}">
<span class="from" dir="auto">${
    message.isRead ? '' : html`<span class="away">Unread: </span>`
  }${personName(message.from)}</span>
<time datetime="${message.receivedDateTime}">${shortDate(message.receivedDateTime, now)}</time>
<span class="subject" dir="auto">${subjectOf(message.subject)}</span>
<span class="preview" dir="auto">${previewOf(message.text)}</span>
${files > 0 ? html`<span class="files">${count(files, 'file')}</span>` : ''}</a></li>`
}

function pager(email: string, folder: Folder, page: number, pages: number): Html {
  const older =
    page < pages ? html`<a class="button" rel="next" href="${folderPath(email, folder.id, page + 1)}">Older</a>` : ''
  const newer =
    page > 1 ? html`<a class="button" rel="prev" href="${folderPath(email, folder.id, page - 1)}">Newer</a>` : ''
  return html`<nav class="pager" aria-label="Pages">${newer}<span>Page ${page} of ${pages}</span>${older}</nav>`
}
