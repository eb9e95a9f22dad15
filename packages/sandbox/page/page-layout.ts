import { html } from 'hono/html'
import { type Html, pageFrame } from '../kit/page-frame.ts'

type Section = 'mailboxes' | 'outbox' | 'calls'

type Page = {
  title: string
  section: Section | null
  /** Message about the last action. */
  notice?: string | undefined
  /** `wide` uses the full width, for pages with two columns. */
  width?: 'wide' | 'text'
  content: Html | Html[]
}

const sections: { section: Section; href: string; label: string }[] = [
  { section: 'mailboxes', href: '/', label: 'Mailboxes' },
  { section: 'outbox', href: '/outbox', label: 'Sent email' },
  { section: 'calls', href: '/calls', label: 'Calls' },
]

export function layout({ title, section, notice, width = 'text', content }: Page): Html {
  return pageFrame({
    title: `${title} · Sandbox`,
    head: html`<link rel="stylesheet" href="/page/style.css">
<link rel="icon" href="/page/icon.svg" type="image/svg+xml">`,
    body: html`<a class="skip" href="#content">Skip to content</a>
<header class="bar">
<a class="brand" href="/"><span class="mark" aria-hidden="true"></span>Sandbox</a>
<nav aria-label="Sections"><ul>${sections.map((entry) => sectionLink(entry, section))}</ul></nav>
<p class="promise">Nothing here leaves this machine</p>
</header>
<main id="content" class="${width}" tabindex="-1">
${notice === undefined ? '' : html`<p class="notice" role="status">${notice}</p>`}
${content}
</main>`,
  })
}

function sectionLink({ section, href, label }: (typeof sections)[number], current: Section | null): Html {
  return html`<li><a href="${href}"${section === current ? html` aria-current="page"` : ''}>${label}</a></li>`
}

export function notFoundPage(what: string): Html {
  return layout({
    title: 'Not found',
    section: null,
    content: html`<h1>${what}</h1><p>It may have been moved, or the sandbox was reset meanwhile.</p>
<p><a href="/">Back to the mailboxes</a></p>`,
  })
}
