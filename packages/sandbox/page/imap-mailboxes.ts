import type { Imap, ImapMailbox } from '../imap/state.ts'
import type { Html } from '../kit/page-frame.ts'
import { accountSection, plainBadge, warningBadge } from './account-rows.ts'
import { count } from './format-page-values.ts'

/** What a user enters to connect an IMAP mailbox. */
export function imapMailboxes({ mailboxes, url, submissionUrl }: Imap): Html {
  return accountSection('IMAP mailboxes', [...mailboxes.values()].map(imapMailboxRow), {
    none: 'There is no IMAP mailbox. They are created by the control API, or by starting with the demo.',
    lead:
      url && submissionUrl
        ? `Each address signs in with its password. Incoming mail: ${hostAndPort(url)}; ` +
          `outgoing mail: ${hostAndPort(submissionUrl)}; both with TLS.`
        : 'Their servers do not run.',
  })
}

const hostAndPort = (url: string): string => `${new URL(url).hostname}, port ${new URL(url).port}`

function imapMailboxRow({ address, password, gmail, signIn, folders }: ImapMailbox) {
  const shown = [...folders.values()].filter(({ specialUse }) => specialUse !== '\\All')
  const messages = shown.reduce((sum, { entries }) => sum + entries.length, 0)
  return {
    href: null,
    name: address,
    address: `Password: ${password}`,
    marks: [plainBadge(gmail ? 'Labels' : 'Folders'), ...(signIn === 'ok' ? [] : [warningBadge(`Sign-in: ${signIn}`)])],
    facts: messages === 0 ? 'empty' : count(messages, 'message'),
  }
}
