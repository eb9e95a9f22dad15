import { CircleUser, CreditCard, FolderTree, History, LayoutDashboard, ListChecks, Plug } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Target } from '../routing/pages.ts'
import { text } from '../texts/translate.ts'

interface PageEntry {
  name: string
  /** Words by which the palette finds it as well. */
  keywords: string
  link: Target
  /** Of its entry in the menu; without one it is in the palette only. */
  Icon?: ComponentType
}

/** The pages of signed-in users, in the order of the menu and of the palette. */
export const pageList: readonly PageEntry[] = [
  {
    name: text('Dashboard'),
    keywords: text('overview home'),
    link: { to: '/dashboard' },
    Icon: LayoutDashboard,
  },
  { name: text('Review'), keywords: text('unsure'), link: { to: '/review' }, Icon: ListChecks },
  { name: text('Tidy Up'), keywords: text('sort existing inbox groups'), link: { to: '/tidy-up' } },
  {
    name: text('Email Folders'),
    keywords: text('instructions actions'),
    link: { to: '/dashboard', search: { tab: 'folders' } },
    Icon: FolderTree,
  },
  { name: text('History'), keywords: text('processing logs'), link: { to: '/history' }, Icon: History },
  {
    name: text('Mailboxes'),
    keywords: text('outlook imap connect settings'),
    link: { to: '/dashboard', search: { tab: 'mailbox' } },
  },
  {
    name: text('Connections'),
    keywords: text('dropbox google drive services'),
    link: { to: '/connections' },
    Icon: Plug,
  },
  {
    name: text('Subscription'),
    keywords: text('plan billing add-ons'),
    link: { to: '/subscription' },
    Icon: CreditCard,
  },
  {
    name: text('Account'),
    keywords: text('password email sessions security'),
    link: { to: '/account' },
    Icon: CircleUser,
  },
  { name: text('Documentation'), keywords: text('help'), link: { to: '/help' } },
]
