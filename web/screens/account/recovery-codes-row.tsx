import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { recoveryCodesQuery } from '../../api/account-functions.ts'
import { recoveryCodesLow } from '../../limits.ts'
import { Button } from '../../ui/button.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { errorMessage } from './error-message.ts'
import { t, tn } from '../../texts/translate.ts'

export function RecoveryCodesRow({ onMake }: { onMake: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(recoveryCodesQuery)
  const remaining = data?.remaining ?? 0
  const isLow = data !== undefined && remaining <= recoveryCodesLow
  return (
    <li className="flex min-h-19 flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3.5">
      <KeyRound aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-2.25rem)]">
        <h3 className="font-medium">{t('Recovery Codes')}</h3>
        {data ? (
          <p className={`text-sm ${isLow ? 'text-warn' : 'text-muted'}`}>
            {remaining === 0
              ? t('None left. Without one, losing your phone means losing your account.')
              : tn(
                  remaining,
                  '{count} code left, for signing in without your second step',
                  '{count} codes left, for signing in without your second step',
                )}
          </p>
        ) : error ? (
          <p className="text-sm text-bad">{errorMessage(error)}</p>
        ) : (
          <Skeleton className="my-1 h-3 w-40" />
        )}
      </div>
      <div className="max-sm:ml-9">
        {error ? (
          <RetryButton
            size="small"
            busy={isFetching}
            onRetry={() => refetch()}
            aria-label={t('Load recovery codes again')}
          />
        ) : (
          <Button size="small" tone={isLow ? 'primary' : 'secondary'} onClick={onMake}>
            {t('Create New Codes')}
          </Button>
        )}
      </div>
    </li>
  )
}
