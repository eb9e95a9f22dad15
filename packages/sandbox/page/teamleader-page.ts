import { html } from 'hono/html'
import type { Contact, Deal } from '../teamleader/model.ts'
import type { TeamleaderSandbox, User } from '../teamleader/state.ts'
import { count } from './format-page-values.ts'
import { type Html, layout } from './page-layout.ts'
import { teamleaderPath } from './page-links.ts'

/** Contacts and deals of a Teamleader account, newest first. */
export function teamleaderPage({ email, contacts, deals }: User): Html {
  const names = new Map([...contacts.values()].map((contact) => [contact.id, nameOf(contact)]))
  return layout({
    title: `Teamleader, ${email}`,
    section: 'mailboxes',
    content: html`<p class="crumbs"><a href="/">Mailboxes</a></p>
<h1>Teamleader</h1><p class="lead">${email}</p>
<section><h2>Contacts</h2>${
      contacts.size === 0
        ? nothing('contact')
        : html`<ul class="accounts">${[...contacts.values()].toReversed().map(contactRow)}</ul>`
    }</section>
<section><h2>Deals</h2>${
      deals.size === 0
        ? nothing('deal')
        : html`<ul class="accounts">${[...deals.values()].toReversed().map((deal) => dealRow(deal, names))}</ul>`
    }</section>`,
  })
}

function nothing(what: string): Html {
  return html`<p class="quiet">There is no ${what} yet.</p>`
}

function contactRow(contact: Contact): Html {
  const { emails, remarks } = contact.fields
  return html`<li><div class="row"><span class="who"><strong><bdi>${nameOf(
    contact,
  )}</bdi></strong> <span class="address">${emails.map(({ email }) => email).join(', ')}</span></span>
<span class="facts"><bdi>${remarks ?? ''}</bdi></span></div></li>`
}

function dealRow({ fields, reference }: Deal, names: ReadonlyMap<string, string>): Html {
  const { title, summary, estimated_value: value, lead } = fields
  return html`<li><div class="row"><span class="who"><strong><bdi>${
    title
  }</bdi></strong> <span class="address"><bdi>${names.get(lead.customer.id) ?? ''}</bdi>, ${reference}</span>
${summary === undefined ? '' : html`<br><bdi>${summary}</bdi>`}</span>
<span class="facts">${
    value === undefined ? '' : `${value.amount.toLocaleString('en')} ${value.currency}`
  }</span></div></li>`
}

function nameOf({ fields: { first_name: first, last_name: last } }: Contact): string {
  return first === undefined ? last : `${first} ${last}`
}

/** Section of the front page. */
export function teamleaderAccounts({ teamleader }: TeamleaderSandbox): Html {
  const users = [...teamleader.users.values()]
  return html`<section><h2>Teamleader accounts</h2>
${
  users.length === 0
    ? html`<p class="quiet">There is no Teamleader account.
They are created by the control API, or by starting with the demo.</p>`
    : html`<p class="lead">Connect any of these addresses on the sandbox's Teamleader page;
no password is asked.</p><ul class="accounts">${users.map(userRow)}</ul>`
}</section>`
}

function userRow({ email, firstName, lastName, contacts, deals }: User): Html {
  return html`<li><a href="${teamleaderPath(email)}"><span class="who"><strong><bdi>${
    firstName
  } ${lastName}</bdi></strong> <span class="address">${email}</span></span>
<span class="facts">${count(contacts.size, 'contact')}, ${count(deals.size, 'deal')}</span></a></li>`
}
