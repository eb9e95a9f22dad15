import { html } from 'hono/html'
import type { Contact, Deal } from '../teamleader/model.ts'
import type { TeamleaderSandbox, User } from '../teamleader/state.ts'
import { accountSection } from './account-rows.ts'
import { count } from './format-page-values.ts'
import type { Html } from '../kit/page-frame.ts'
import { layout } from './page-layout.ts'
import { teamleaderPath } from './page-links.ts'

/** Contacts and deals of a Teamleader account, newest first. */
export function teamleaderPage({ email, contacts, deals }: User): Html {
  const names = new Map([...contacts.values()].map((contact) => [contact.id, nameOf(contact)]))
  return layout({
    title: `Teamleader, ${email}`,
    section: 'mailboxes',
    content: html`<p class="crumbs"><a href="/">Mailboxes</a></p>
<h1>Teamleader</h1><p class="lead">${email}</p>
${accountSection('Contacts', [...contacts.values()].toReversed().map(contactRow), {
  none: 'There is no contact yet.',
})}
${accountSection(
  'Deals',
  [...deals.values()].toReversed().map((deal) => dealRow(deal, names)),
  { none: 'There is no deal yet.' },
)}`,
  })
}

function contactRow(contact: Contact) {
  const { emails, remarks } = contact.fields
  const address = emails.map(({ email }) => email).join(', ')
  return { href: null, name: nameOf(contact), address, facts: html`<bdi>${remarks ?? ''}</bdi>` }
}

function dealRow({ fields, reference }: Deal, names: ReadonlyMap<string, string>) {
  const { title, summary, estimated_value: value, lead } = fields
  return {
    href: null,
    name: title,
    address: html`<bdi>${names.get(lead.customer.id) ?? ''}</bdi>, ${reference}${
      summary === undefined ? '' : html`<br><bdi>${summary}</bdi>`
    }`,
    facts: value === undefined ? '' : `${value.amount.toLocaleString('en')} ${value.currency}`,
  }
}

function nameOf({ fields: { first_name: first, last_name: last } }: Contact): string {
  return first === undefined ? last : `${first} ${last}`
}

/** Section of the front page. */
export function teamleaderAccounts({ teamleader }: TeamleaderSandbox): Html {
  return accountSection('Teamleader accounts', [...teamleader.users.values()].map(userRow), {
    none: 'There is no Teamleader account. They are created by the control API, or by starting with the demo.',
    lead: "Connect any of these addresses on the sandbox's Teamleader page; no password is asked.",
  })
}

function userRow({ email, firstName, lastName, contacts, deals }: User) {
  return {
    href: teamleaderPath(email),
    name: `${firstName} ${lastName}`,
    address: email,
    facts: `${count(contacts.size, 'contact')}, ${count(deals.size, 'deal')}`,
  }
}
