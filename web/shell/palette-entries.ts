import type { Mailbox } from '../../contract/connected-mailbox.ts'
import type { EmailFolder } from '../../contract/tables.ts'
import type { Target } from '../routing/pages.ts'
import { t, text } from '../texts/translate.ts'

export interface PaletteEntry {
  id: string
  group: 'Pages' | 'Folders' | 'Switch mailbox' | 'Search'
  name: string
  /** Words by which it is found as well. */
  words?: string
  target: Target | { mailboxId: string }
}

const pages: readonly Omit<PaletteEntry, 'group'>[] = [
  {
    id: 'dashboard',
    name: text('Dashboard'),
    words: text('overview home'),
    target: { to: '/dashboard', search: {} },
  },
  { id: 'review', name: text('Review'), words: text('unsure'), target: { to: '/review' } },
  {
    id: 'tidy-up',
    name: text('Tidy Up'),
    words: text('sort existing inbox groups'),
    target: { to: '/tidy-up' },
  },
  {
    id: 'folders',
    name: text('Email Folders'),
    words: text('instructions actions'),
    target: { to: '/dashboard', search: { tab: 'folders' } },
  },
  { id: 'history', name: text('History'), words: text('processing logs'), target: { to: '/history' } },
  {
    id: 'mailbox',
    name: text('Mailboxes'),
    words: text('outlook connect settings'),
    target: { to: '/dashboard', search: { tab: 'mailbox' } },
  },
  {
    id: 'connections',
    name: text('Connections'),
    words: text('dropbox google drive services'),
    target: { to: '/connections' },
  },
  {
    id: 'subscription',
    name: text('Subscription'),
    words: text('plan billing add-ons'),
    target: { to: '/subscription' },
  },
  {
    id: 'account',
    name: text('Account'),
    words: text('password email sessions security'),
    target: { to: '/account' },
  },
  { id: 'help', name: text('Documentation'), words: text('help'), target: { to: '/help' } },
]

interface PaletteData {
  folders: readonly EmailFolder[]
  mailboxes: readonly Mailbox[]
  activeId: string | undefined
}

/** Few, so that the palette needs no scrolling. */
const paletteMaxFolders = 6

/** What the palette offers for a text: pages, folders (their email in the history), mailboxes, and a search. */
export function paletteEntries(typed: string, { folders, mailboxes, activeId }: PaletteData): PaletteEntry[] {
  const query = typed.trim().toLocaleLowerCase()
  const matches = (words: string): boolean => words.toLocaleLowerCase().includes(query)
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
  const search: PaletteEntry = {
    id: 'search',
    group: text('Search'),
    name: t('Search the history for “{text}”', { text: typed.trim() }),
    target: { to: '/history', search: { search: typed.trim() } },
  }
  return [
    ...pages
      .map(({ words = '', ...page }) => ({ ...page, group: text('Pages'), name: t(page.name), words: t(words) }))
      .filter(({ name, words }) => matches(`${name} ${words}`)),
    ...(query === '' ? [] : named.filter(({ name }) => matches(name)).slice(0, paletteMaxFolders)),
    ...others.filter(({ name }) => matches(name)),
    ...(query === '' ? [] : [search]),
  ]
}
