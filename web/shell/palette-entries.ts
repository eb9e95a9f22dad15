import { linkOptions, type NavigateOptions } from '@tanstack/react-router'
import type { Mailbox } from '../../contract/connected-mailbox.ts'
import type { EmailFolder } from '../../contract/tables.ts'
import { paletteMaxFolders } from '../limits.ts'

export interface PaletteEntry {
  id: string
  group: 'Go to' | 'Folders' | 'Switch mailbox' | 'Search'
  name: string
  /** Words by which it is found as well. */
  words?: string
  target: NavigateOptions | { mailboxId: string }
}

const pages: readonly PaletteEntry[] = [
  { id: 'dashboard', name: 'Dashboard', words: 'overview home', target: linkOptions({ to: '/dashboard', search: {} }) },
  { id: 'review', name: 'Review', words: 'unsure', target: linkOptions({ to: '/review' }) },
  {
    id: 'folders',
    name: 'Email Folders',
    words: 'instructions actions',
    target: linkOptions({ to: '/dashboard', search: { tab: 'folders' } }),
  },
  { id: 'history', name: 'History', words: 'processing logs', target: linkOptions({ to: '/history' }) },
  {
    id: 'mailbox',
    name: 'Mailboxes',
    words: 'outlook connect settings',
    target: linkOptions({ to: '/dashboard', search: { tab: 'mailbox' } }),
  },
  {
    id: 'connections',
    name: 'Connections',
    words: 'dropbox google drive services',
    target: linkOptions({ to: '/connections' }),
  },
  {
    id: 'subscription',
    name: 'Subscription',
    words: 'plan billing add-ons',
    target: linkOptions({ to: '/subscription' }),
  },
  {
    id: 'account',
    name: 'Account',
    words: 'password email sessions security',
    target: linkOptions({ to: '/account' }),
  },
  { id: 'help', name: 'Documentation', words: 'help', target: linkOptions({ to: '/help' }) },
].map((page) => ({ ...page, group: 'Go to' }) as const)

interface PaletteData {
  folders: readonly EmailFolder[]
  mailboxes: readonly Mailbox[]
  activeId: string | undefined
}

/** What the palette offers for a text: pages, folders (their email in the history), mailboxes, and a search. */
export function paletteEntries(text: string, { folders, mailboxes, activeId }: PaletteData): PaletteEntry[] {
  const query = text.trim().toLocaleLowerCase()
  const matches = (words: string): boolean => words.toLocaleLowerCase().includes(query)
  const named = folders.map(
    ({ id, mailbox_id, display_name, folder_name }): PaletteEntry => ({
      id,
      group: 'Folders',
      name: display_name || folder_name,
      target: linkOptions({ to: '/history', search: { mailbox: mailbox_id, folder: id } }),
    }),
  )
  const others = mailboxes
    .filter(({ id }) => id !== activeId)
    .map(
      ({ id, email_address: name }): PaletteEntry => ({ id, group: 'Switch mailbox', name, target: { mailboxId: id } }),
    )
  const search: PaletteEntry = {
    id: 'search',
    group: 'Search',
    name: `Search the history for “${text.trim()}”`,
    target: linkOptions({ to: '/history', search: { search: text.trim() } }),
  }
  return [
    ...pages.filter(({ name, words = '' }) => matches(`${name} ${words}`)),
    ...(query === '' ? [] : named.filter(({ name }) => matches(name)).slice(0, paletteMaxFolders)),
    ...others.filter(({ name }) => matches(name)),
    ...(query === '' ? [] : [search]),
  ]
}
