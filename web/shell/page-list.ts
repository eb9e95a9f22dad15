import {
  CircleUser,
  CreditCard,
  FolderTree,
  History,
  Inbox,
  LayoutDashboard,
  ListChecks,
  Plug,
  Users,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { Target } from '../routing/pages.ts'
import { text } from '../texts/translate.ts'

export interface PageEntry {
  name: string
  link: Target
  /** Of its entry in the menu; without one it is in the palette only. */
  Icon?: ComponentType
}

/** The pages of signed-in users, in the order of the menu and of the palette. */
export const pagesOf = ({ hasPlans }: { hasPlans: boolean }): readonly PageEntry[] =>
  hasPlans ? pageList : pageList.filter(({ link }) => link.to !== '/subscription')

const pageList: readonly PageEntry[] = [
  {
    name: text('Dashboard'),
    link: { to: '/dashboard' },
    Icon: LayoutDashboard,
  },
  { name: text('Review'), link: { to: '/review' }, Icon: ListChecks },
  { name: text('Tidy Up'), link: { to: '/tidy-up' } },
  {
    name: text('Email Folders'),
    link: { to: '/dashboard', search: { tab: 'folders' } },
    Icon: FolderTree,
  },
  { name: text('History'), link: { to: '/history' }, Icon: History },
  { name: text('Senders'), link: { to: '/senders' }, Icon: Users },
  {
    name: text('Mailboxes'),
    link: { to: '/dashboard', search: { tab: 'mailbox' } },
    Icon: Inbox,
  },
  {
    name: text('Connections'),
    link: { to: '/connections' },
    Icon: Plug,
  },
  {
    name: text('Subscription'),
    link: { to: '/subscription' },
    Icon: CreditCard,
  },
  {
    name: text('Account'),
    link: { to: '/account' },
    Icon: CircleUser,
  },
  { name: text('Documentation'), link: { to: '/help' } },
]
