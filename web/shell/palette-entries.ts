import type { Mailbox } from '../../contract/connected-mailbox.ts'
import type { EmailFolder } from '../../contract/tables.ts'
import type { Command } from '../lib/commands.ts'
import { hrefOf, type Target } from '../routing/pages.ts'
import { t, text } from '../texts/translate.ts'
import { pagesOf, type PageEntry } from './page-list.ts'

export interface PaletteEntry {
  id: string
  group: 'Commands' | 'Pages' | 'Folders' | 'Switch mailbox' | 'Account' | 'Search'
  name: string
  /** The key that does the same. */
  key?: string | undefined
  target: Target | { mailboxId: string } | Pick<Command, 'run'>
}

interface PaletteData {
  commands: readonly Command[]
  folders: readonly EmailFolder[]
  mailboxes: readonly Mailbox[]
  activeId: string | undefined
  hasPlans: boolean
  isOperator: boolean
  signOut: () => void
}

/** Words by which a page is found as well. */
const keywords: Readonly<Record<string, string>> = {
  Dashboard: text('overview home'),
  Review: text('unsure'),
  'Tidy Up': text('sort existing inbox groups'),
  'Email Folders': text('instructions actions'),
  History: text('processing logs'),
  Senders: text('unsubscribe newsletters who writes'),
  Mailboxes: text('outlook imap connect settings'),
  Connections: text('dropbox google drive services'),
  Subscription: text('plan billing add-ons'),
  Account: text('password email sessions security'),
  Operator: text('users health backups server'),
  Documentation: text('help'),
}

/** Its entry in a menu is that of the account. */
const operatorPage: PageEntry = { name: text('Operator'), link: { to: '/operator' } }

/** Few, so that the palette needs little scrolling. */
const paletteMaxFolders = 6

/**
 * What the palette offers for a text: commands, pages, folders (their email in the history), mailboxes, the sign-out, a
 * search. Enter takes the first one: without a mailbox there are no commands, and the sign-out among them would be it.
 */
export function paletteEntries(typed: string, data: PaletteData): PaletteEntry[] {
  const { commands, folders, mailboxes, activeId } = data
  const query = typed.trim().toLocaleLowerCase()
  const matches = (text: string): boolean => text.toLocaleLowerCase().includes(query)
  const named = folders.map(
    ({ id, mailbox_id, display_name, folder_name }): PaletteEntry => ({
      id,
      group: text('Folders'),
      name: display_name || folder_name,
      target: { to: '/history', search: { mailbox: mailbox_id, folder: id } },
    }),
  )
  const others = mailboxes
    .filter(({ id }) => id !== activeId)
    .map(
      ({ id, email_address: name }): PaletteEntry => ({
        id,
        group: text('Switch mailbox'),
        name,
        target: { mailboxId: id },
      }),
    )
  const signOut: PaletteEntry = {
    id: 'sign-out',
    group: text('Account'),
    name: t('Sign Out'),
    target: { run: data.signOut },
  }
  const search: PaletteEntry = {
    id: 'search',
    group: text('Search'),
    name: t('Search the history for “{text}”', { text: typed.trim() }),
    target: { to: '/history', search: { search: typed.trim() } },
  }
  return [
    ...commands
      .filter(({ name }) => matches(name))
      .map(({ name, key, run }): PaletteEntry => ({ id: name, group: text('Commands'), name, key, target: { run } })),
    ...[...pagesOf(data), ...(data.isOperator ? [operatorPage] : [])]
      .filter(({ name }) => matches(`${t(name)} ${t(keywords[name] ?? '')}`))
      .map(({ name, link }): PaletteEntry => ({ id: hrefOf(link), group: text('Pages'), name: t(name), target: link })),
    ...(query === '' ? [] : named.filter(({ name }) => matches(name)).slice(0, paletteMaxFolders)),
    ...others.filter(({ name }) => matches(name)),
    ...(matches(signOut.name) ? [signOut] : []),
    ...(query === '' ? [] : [search]),
  ]
}
