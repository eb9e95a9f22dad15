import { type Ref, useState } from 'react'
import type { AccountSession } from '../../../contract/functions/account-sessions.ts'
import type { useEndSessions } from '../../api/account-functions.ts'
import { listInitialLength } from '../../limits.ts'
import { Button } from '../../ui/button.tsx'
import { SessionRow } from './session-row.tsx'
import { t } from '../../texts/translate.ts'

interface SessionsListProps {
  ref: Ref<HTMLUListElement>
  sessions: readonly AccountSession[]
  /** The mutation that ends sessions. */
  end: Pick<ReturnType<typeof useEndSessions>, 'isPending' | 'variables'>
  onEnd: (sessionId: string) => void
}

export function SessionsList({ ref, sessions, end, onEnd }: SessionsListProps) {
  const [isExpanded, setIsExpanded] = useState(false)
  const endingId = end.isPending && typeof end.variables === 'object' ? end.variables.sessionId : null
  // This device first, then by last use (the server's order).
  const ordered = [...sessions.filter(({ current }) => current), ...sessions.filter(({ current }) => !current)]
  return (
    <ul ref={ref} tabIndex={-1} aria-label={t('Devices that are signed in')} className="divide-y divide-line">
      {ordered.slice(0, isExpanded ? undefined : listInitialLength).map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          busy={session.id === endingId}
          paused={end.isPending}
          onEnd={() => onEnd(session.id)}
        />
      ))}
      {!isExpanded && ordered.length > listInitialLength && (
        <li className="px-5 py-3 text-center">
          <Button tone="quiet" size="small" onClick={() => setIsExpanded(true)}>
            {t('Show All {count} Devices', { count: ordered.length })}
          </Button>
        </li>
      )}
    </ul>
  )
}
