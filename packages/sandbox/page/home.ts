import { html } from 'hono/html'
import type { Person } from '../google/people.ts'
import type { World } from '../kit/world.ts'
import type { Mailbox } from '../microsoft/model.ts'
import { callRows } from './calls.ts'
import { dropboxAccounts } from './dropbox-files.ts'
import { count } from './format.ts'
import { type Html, layout } from './layout.ts'
import { googleFilesPath, mailboxPath } from './links.ts'
import { oneDrives } from './onedrive-files.ts'
import { type Mark, markOf, warning } from './marks.ts'
import { outboxRows } from './outbox.ts'
import { stripeCustomers } from './stripe.ts'
import { teamleaderAccounts } from './teamleader.ts'

const SHOWN = 5

export function homePage(world: World): Html {
  const mailboxes = [...world.outlook.mailboxes.values()]
  const { mails } = world.outbox
  const calls = world.journal.entries()
  return layout({
    title: 'Mailboxes',
    section: 'mailboxes',
    content: [
      html`<h1>Outlook mailboxes</h1>
<p class="lead">These accounts stand in for real ones. Sign in with any of these addresses on the sandbox's Microsoft page; no password is asked.</p>`,
      mailboxes.length === 0
        ? noMailboxes()
        : html`<ul class="accounts">${mailboxes.map((mailbox) => mailboxRow(world, mailbox))}</ul>`,
      oneDrives(world),
      googleAccounts(world),
      teamleaderAccounts(world),
      dropboxAccounts([...world.dropbox.accounts.values()]),
      stripeCustomers(world),
      html`<section><h2>Sent e-mail</h2>
${mails.length === 0 ? html`<p class="quiet">No e-mail was sent yet.</p>` : outboxRows(mails, world.clock.now(), SHOWN)}
${mails.length > SHOWN ? html`<p><a href="/outbox">All ${count(mails.length, 'e-mail')}</a></p>` : ''}</section>`,
      html`<section><h2>Last calls</h2>
${calls.length === 0 ? html`<p class="quiet">Nothing called the sandbox yet.</p>` : callRows(calls, SHOWN)}
${calls.length > SHOWN ? html`<p><a href="/calls">More calls</a></p>` : ''}</section>`,
      places(world),
    ],
  })
}

function noMailboxes(): Html {
  return html`<p class="quiet">There is no mailbox. They are made at the control door, or by starting with the demo.</p>`
}

function googleAccounts({ google }: World): Html {
  const people = [...google.people.values()]
  return html`<section><h2>Google accounts</h2>
${people.length === 0 ? html`<p class="quiet">There is no Google account. They are made at the control door, or by starting with the demo.</p>` : html`<p class="lead">Sign in with any of these addresses on the sandbox's Google page; no password is asked. Each opens what the account keeps in Google Drive.</p><ul class="accounts">${people.map((person) => personRow(person, google.drives.get(person.sub)?.files.size ?? 0))}</ul>`}</section>`
}

function personRow({ name, email, sub, hd, emailVerified, disabled }: Person, files: number): Html {
  const marks: Mark[] = [
    hd === null ? { text: 'Personal', tone: 'plain' } : { text: 'Organization', tone: 'plain' },
    ...(emailVerified ? [] : [warning('Address not verified')]),
    ...(disabled ? [warning('Sign-in disabled')] : []),
  ]
  return html`<li><a href="${googleFilesPath(email)}"><span class="who"><strong><bdi>${name}</bdi></strong> <span class="address">${email}</span></span>
<span class="marks">${marks.map(markOf)}</span> <span class="facts">${files === 0 ? '' : html`${count(files, 'file')}, `}${sub}</span></a></li>`
}

function mailboxRow(world: World, mailbox: Mailbox): Html {
  const { account, messages, wellKnown } = mailbox
  const unread = wellKnown.get('inbox')?.unread ?? 0
  const marks = stateOf(world, mailbox)
  return html`<li><a href="${mailboxPath(account.email)}">
<span class="who"><strong><bdi>${account.displayName}</bdi></strong> <span class="address">${account.email}</span></span>
<span class="marks">${marks.map(markOf)}</span>
<span class="facts">${messages.size === 0 ? 'empty' : count(messages.size, 'message')}${unread > 0 ? html`, <b>${unread} unread</b>` : ''}</span>
</a></li>`
}

const KINDS: Record<Mailbox['account']['kind'], Mark> = {
  work: { text: 'Work', tone: 'plain' },
  personal: { text: 'Personal', tone: 'plain' },
  guest: { text: 'Guest', tone: 'plain' },
  inactive: { text: 'Inactive, no licence', tone: 'warn' },
  'soft-deleted': { text: 'Soft-deleted', tone: 'warn' },
  'on-premise': { text: 'On-premise', tone: 'warn' },
}

export function stateOf(world: World, { account, full }: Mailbox): Mark[] {
  const tenant = world.entra.tenants.get(account.tenantId)
  const warnings = [
    ...(account.disabled ? [warning('Sign-in disabled')] : []),
    ...(full ? [warning('Over quota')] : []),
    ...(tenant?.userConsentForbidden === true && !tenant.adminConsented ? [warning('Needs admin consent')] : []),
  ]
  return warnings.length > 0 && account.kind === 'work' ? warnings : [KINDS[account.kind], ...warnings]
}

function places(world: World): Html {
  const rows = [
    ['Microsoft sign-in', `${world.url}/login.microsoftonline.com`],
    ['Microsoft Graph', `${world.url}/graph.microsoft.com`],
    ['Google sign-in', `${world.url}/accounts.google.com`],
    ['Google Drive', `${world.url}/www.googleapis.com/drive/v3`],
    ['Dropbox', `${world.url}/www.dropbox.com`],
    ['Teamleader', `${world.url}/focus.teamleader.eu`],
    ['Stripe', `${world.url}/api.stripe.com`],
    ['Language model', `${world.url}/api.openai.com/v1`],
    ['Mail server', world.outbox.smtpUrl ?? 'not running'],
    ['Sandbox time', world.clock.iso()],
  ]
  return html`<section><h2>Where things are</h2><dl class="places">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></section>`
}
