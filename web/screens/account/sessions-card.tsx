import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useRef } from 'react'
import { sessionsQuery, useEndSessions } from '../../api/account-functions.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { LoadFailure } from './load-failure.tsx'
import { errorMessage } from './error-message.ts'
import { SessionsList } from './sessions-list.tsx'
import { t } from '../../texts/translate.ts'

export function SessionsCard() {
  const { data: sessions, error, isFetching, refetch } = useQuery(sessionsQuery)
  const end = useEndSessions()
  const list = useRef<HTMLUListElement>(null)
  const hasOthers = sessions?.some(({ current }) => !current) ?? false

  const endSession = (which: { sessionId: string } | 'others'): void =>
    end.mutate(which, {
      onSuccess: () => {
        // The focused button is removed with its row.
        list.current?.focus({ preventScroll: true })
        toastSuccess(which === 'others' ? t('All other devices are signed out') : t('Device signed out'))
      },
      onError: (failure) => toastError(t('Failed to sign out'), errorMessage(failure)),
    })

  return (
    <Card
      title={t('Sessions')}
      description={t('The devices that are signed in to your account')}
      actions={
        hasOthers && (
          <Button
            icon={<LogOut aria-hidden="true" />}
            busy={end.isPending && end.variables === 'others'}
            paused={end.isPending}
            onClick={() => endSession('others')}
          >
            {t('Sign Out All Others')}
          </Button>
        )
      }
    >
      <div className="border-t border-line">
        {sessions ? (
          <SessionsList ref={list} sessions={sessions} end={end} onEnd={(sessionId) => endSession({ sessionId })} />
        ) : error ? (
          <LoadFailure
            title={t('Your sessions could not be loaded')}
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows rows={2} rowClassName="h-19" label={t('Loading your sessions...')} />
        )}
      </div>
    </Card>
  )
}
