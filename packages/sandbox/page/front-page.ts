import { html } from 'hono/html'
import type { GoogleAccount } from '../google/google-accounts.ts'
import type { MicrosoftSandbox } from '../microsoft/state.ts'
import type { SandboxState } from '../sandbox-state.ts'
import type { Mailbox } from '../microsoft/model.ts'
import { callRows } from './calls-page.ts'
import { dropboxAccounts } from './dropbox-files-page.ts'
import { count } from './format-page-values.ts'
import type { Html } from '../kit/page-frame.ts'
import { layout } from './page-layout.ts'
import { filesPath, mailboxPath } from './page-links.ts'
import { oneDrives } from './onedrive-files-page.ts'
import { accountRows, accountSection, type Badge, plainBadge, warningBadge } from './account-rows.ts'
import { imapMailboxes } from './imap-mailboxes.ts'
import { outboxRows } from './outbox-page.ts'
import { stripeCustomers } from './stripe-customer-page.ts'
import { teamleaderAccounts } from './teamleader-page.ts'

const SHOWN = 5

export function frontPage(sandbox: SandboxState): Html {
  const mailboxes = [...sandbox.outlook.mailboxes.values()]
  const { mails } = sandbox.outbox
  const calls = sandbox.journal.entries()
  return layout({
    title: 'Mailboxes',
    section: 'mailboxes',
    content: [
      html`<h1>Outlook mailboxes</h1>
<p class="lead">These accounts stand in for real ones. Sign in with any of these addresses on the sandbox's Microsoft
page; no password is asked.</p>`,
      mailboxes.length === 0 ? noMailboxes() : accountRows(mailboxes.map((mailbox) => mailboxRow(sandbox, mailbox))),
      imapMailboxes(sandbox.imap),
      oneDrives(sandbox),
      googleAccounts(sandbox),
      teamleaderAccounts(sandbox),
      dropboxAccounts([...sandbox.dropbox.accounts.values()]),
      stripeCustomers(sandbox),
      html`<section><h2>Sent email</h2>
${
  mails.length === 0 ? html`<p class="quiet">No email was sent yet.</p>` : outboxRows(mails, sandbox.clock.now(), SHOWN)
}
${mails.length > SHOWN ? html`<p><a href="/outbox">All ${count(mails.length, 'email')}</a></p>` : ''}</section>`,
      html`<section><h2>Last calls</h2>
${calls.length === 0 ? html`<p class="quiet">Nothing called the sandbox yet.</p>` : callRows(calls, SHOWN)}
${calls.length > SHOWN ? html`<p><a href="/calls">More calls</a></p>` : ''}</section>`,
      addressList(sandbox),
    ],
  })
}

function noMailboxes(): Html {
  return html`<p class="quiet">There is no mailbox.
They are created by the control API, or by starting with the demo.</p>`
}

function googleAccounts({ google }: SandboxState): Html {
  const rows = [...google.accounts.values()].map((account) =>
    googleAccountRow(account, google.drives.get(account.sub)?.files.size ?? 0),
  )
  return accountSection('Google accounts', rows, {
    none: 'There is no Google account. They are created by the control API, or by starting with the demo.',
    lead:
      "Sign in with any of these addresses on the sandbox's Google page; no password is asked. " +
      'Each opens what the account keeps in Google Drive.',
  })
}

function googleAccountRow({ name, email, sub, hd, emailVerified, disabled }: GoogleAccount, files: number) {
  return {
    href: filesPath('google', email),
    name,
    address: email,
    marks: [
      plainBadge(hd === null ? 'Personal' : 'Organization'),
      ...(emailVerified ? [] : [warningBadge('Address not verified')]),
      ...(disabled ? [warningBadge('Sign-in disabled')] : []),
    ],
    facts: files === 0 ? sub : `${count(files, 'file')}, ${sub}`,
  }
}

function mailboxRow(sandbox: SandboxState, mailbox: Mailbox) {
  const { account, messages, wellKnown } = mailbox
  const unread = wellKnown.get('inbox')?.unread ?? 0
  const size = messages.size === 0 ? 'empty' : count(messages.size, 'message')
  return {
    href: mailboxPath(account.email),
    name: account.displayName,
    address: account.email,
    marks: mailboxBadges(sandbox, mailbox),
    facts: unread > 0 ? html`${size}, <b>${unread} unread</b>` : size,
  }
}

const KINDS: Record<Mailbox['account']['kind'], Badge> = {
  work: plainBadge('Work'),
  personal: plainBadge('Personal'),
  guest: plainBadge('Guest'),
  inactive: warningBadge('Inactive, no licence'),
  'soft-deleted': warningBadge('Soft-deleted'),
  'on-premise': warningBadge('On-premise'),
}

export function mailboxBadges(sandbox: MicrosoftSandbox, { account, full }: Mailbox): Badge[] {
  const tenant = sandbox.entra.tenants.get(account.tenantId)
  const warnings = [
    ...(account.disabled ? [warningBadge('Sign-in disabled')] : []),
    ...(full ? [warningBadge('Over quota')] : []),
    ...(tenant?.userConsentForbidden === true && !tenant.adminConsented ? [warningBadge('Needs admin consent')] : []),
  ]
  return warnings.length > 0 && account.kind === 'work' ? warnings : [KINDS[account.kind], ...warnings]
}

function addressList(sandbox: SandboxState): Html {
  const rows = [
    ['Microsoft sign-in', `${sandbox.url}/login.microsoftonline.com`],
    ['Microsoft Graph', `${sandbox.url}/graph.microsoft.com`],
    ['Google sign-in', `${sandbox.url}/accounts.google.com`],
    ['Google Drive', `${sandbox.url}/www.googleapis.com/drive/v3`],
    ['Dropbox', `${sandbox.url}/www.dropbox.com`],
    ['Teamleader', `${sandbox.url}/focus.teamleader.eu`],
    ['Stripe', `${sandbox.url}/api.stripe.com`],
    ['Language model', `${sandbox.url}/api.openai.com/v1`],
    ['Mail server', sandbox.outbox.smtpUrl ?? 'not running'],
    ['IMAP server', sandbox.imap.url ?? 'not running'],
    ['Submission server of IMAP mailboxes', sandbox.imap.submissionUrl ?? 'not running'],
    ['Sandbox time', sandbox.clock.iso()],
  ]
  return html`<section><h2>Where things are</h2><dl class="places">${rows.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
  )}</dl></section>`
}
