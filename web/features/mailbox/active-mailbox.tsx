import { useQuery } from '@tanstack/react-query'
import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import type { Mailbox } from '../../../contract/connected-mailbox.ts'
import { messageOf } from '../../api/api-error.ts'
import { mailboxesQuery } from '../../api/mailboxes.ts'
import { useUser } from '../../api/signed-in-user.tsx'
import { chooseMailbox } from '../../lib/choose-mailbox.ts'
import { toastError } from '../../lib/toast.ts'
import { clearActiveMailboxId, lastMailbox, readActiveMailboxId, storeActiveMailboxId } from '../../lib/user-storage.ts'
import { t } from '../../texts/translate.ts'

interface Mailboxes {
  list: readonly Mailbox[]
  active: Mailbox | null
  /** While the list loads, the mailbox that will probably be active: its data can be requested already. */
  expectedId: string | null
  state: 'loading' | 'failed' | 'ready'
  setActive: (id: string) => void
  /** Unselects a removed mailbox, if it is the active one. */
  clearActive: (id: string) => void
}

const MailboxesContext = createContext<Mailboxes | null>(null)

export function useMailboxes(): Mailboxes {
  const mailboxes = use(MailboxesContext)
  if (!mailboxes) throw new Error('useMailboxes must be used within a MailboxesProvider')
  return mailboxes
}

const none: readonly Mailbox[] = []

export function MailboxesProvider({ children }: { children: ReactNode }) {
  const { id: userId } = useUser()
  const { data, error, isPending } = useQuery(mailboxesQuery)
  const [storedId, setStoredId] = useState(readActiveMailboxId)
  const list = data ?? none
  const active = chooseMailbox(list, storedId ?? list.find(lastMailbox(userId).is)?.id ?? null)
  const activeId = active?.id

  useEffect(() => {
    if (!activeId) return
    storeActiveMailboxId(activeId)
    lastMailbox(userId).store(activeId)
  }, [userId, activeId])

  useEffect(() => {
    if (error) toastError(t('Failed to load mailboxes'), messageOf(error))
  }, [error])

  const value: Mailboxes = {
    list,
    active,
    expectedId: activeId ?? (isPending ? storedId : null),
    state: isPending ? 'loading' : error && !data ? 'failed' : 'ready',
    setActive: (id) => setStoredId(id),
    clearActive: (id) => {
      if (activeId !== id) return
      clearActiveMailboxId()
      setStoredId(null)
    },
  }
  return <MailboxesContext value={value}>{children}</MailboxesContext>
}

/** Address of a mailbox where it tells one from others; null where the user has one mailbox, or it is unknown. */
export function useDistinctAddress(mailboxId: string): string | null {
  const { list } = useMailboxes()
  return list.length > 1 ? (list.find(({ id }) => id === mailboxId)?.email_address ?? null) : null
}
