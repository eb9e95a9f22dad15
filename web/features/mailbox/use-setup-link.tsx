import type { ReactNode } from 'react'
import { Link } from '../../routing/link.tsx'
import { t } from '../../texts/translate.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { useMailboxes } from './active-mailbox.tsx'

/** What is left to do before email can come into an empty list; undefined: nothing. */
export function useSetupLink(): ReactNode {
  const { list, active, state } = useMailboxes()
  if (state !== 'ready') return undefined
  if (list.length === 0)
    return (
      <Link
        to="/dashboard"
        search={{ tab: 'mailbox' }}
        state={{ begin: 'connect' }}
        className={buttonClasses('primary')}
      >
        {t('Connect Mailbox')}
      </Link>
    )
  if (active?.status !== 'active' || active.has_webhook || active.polling) return undefined
  return (
    <Link to="/dashboard" search={{ tab: 'folders' }} className={buttonClasses('primary')}>
      {t('Switch On Sorting')}
    </Link>
  )
}
