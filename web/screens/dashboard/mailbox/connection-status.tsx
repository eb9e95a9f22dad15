import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { recentLogsOnFoldersTab } from '../../../../contract/limits.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { useRefreshToken } from '../../../api/mailboxes.ts'
import { historyQuery } from '../../../api/processing-logs.ts'
import { now } from '../../../lib/clock.ts'
import { formatAgo, formatDateTime } from '../../../lib/format.ts'
import { mailboxStatusText, sortingPausedText } from '../../../lib/mailbox-status.ts'
import { toastError } from '../../../lib/toast.ts'
import { t, text } from '../../../texts/translate.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Switch } from '../../../ui/switch.tsx'
import type { RealTime } from '../../../features/mailbox/use-real-time.ts'

const errorTexts = {
  enableFailed: text('Failed to enable notifications'),
  disableFailed: text('Failed to disable notifications'),
}

const tokenTexts = {
  button: text('Refresh Token'),
  done: text('Token refreshed'),
  errorTitle: text('Error refreshing token'),
  error: text('Failed to refresh mailbox token.'),
}
/** A mailbox that signs in by password has no token. */
const passwordTexts = {
  button: text('Check Sign-In'),
  done: text('The sign-in works'),
  errorTitle: text('The sign-in failed'),
  error: text('The sign-in could not be checked. Please try again.'),
}

export function ConnectionStatus({ status, realTime }: { status: Mailbox; realTime: RealTime }) {
  const refresh = useRefreshToken()
  const switchId = useId()
  const isActive = status.status === 'active'
  const texts = status.sign_in === 'password' ? passwordTexts : tokenTexts
  const startRefresh = (): void =>
    refresh.mutate(status.id, {
      onSuccess: () => announce(t(texts.done)),
      onError: (error) => toastError(t(texts.errorTitle), errorMessageOr(error, t(texts.error))),
    })

  return (
    <Card
      title={t('Connection Status')}
      actions={<Badge tone={isActive ? 'good' : 'warn'}>{mailboxStatusText(status)}</Badge>}
    >
      <div className="border-t border-line px-5 py-4 text-sm">
        <p className="font-medium wrap-anywhere">{status.email_address}</p>
        <p className="text-pretty text-muted">
          {isActive ? <LastEmail mailboxId={status.id} /> : sortingPausedText(status)}
        </p>
      </div>
      <div className="flex items-center justify-between gap-4 border-t border-line px-5 py-3">
        <label htmlFor={switchId} className="text-sm">
          <span className="font-medium">{t('Email Notifications')}</span>
          <span className="block text-pretty text-muted">
            {t(
              'The mailbox reports each new email immediately. ' +
                'Real-time processing needs this, so both are switched together.',
            )}
          </span>
        </label>
        <Switch
          id={switchId}
          label={t('Email Notifications')}
          checked={realTime.enabled}
          busy={realTime.isChanging}
          disabled={!isActive && !realTime.enabled}
          onChange={(enable) => realTime.change(enable, errorTexts)}
        />
      </div>
      <div className="border-t border-line px-5 py-3 text-xs">
        <h3 className="text-muted">{t('Technical details')}</h3>
        <dl className="mt-2 space-y-2 text-muted">
          <Fact name={t('Mailbox ID')}>
            <span className="tabular-nums">{status.id}</span>
          </Fact>
          {status.sign_in !== 'password' && (
            <Fact name={t('Token expires')}>
              {status.expires_at ? formatDateTime(status.expires_at) : t('Unknown')}
            </Fact>
          )}
        </dl>
        <Button
          size="small"
          className="mt-3"
          icon={<RefreshCw aria-hidden="true" />}
          busy={refresh.isPending}
          onClick={startRefresh}
        >
          {t(texts.button)}
        </Button>
      </div>
    </Card>
  )
}

/** When email was last looked at; the history beside this card has loaded it. */
function LastEmail({ mailboxId }: { mailboxId: string }) {
  const { data: entries } = useQuery(historyQuery(mailboxId, recentLogsOnFoldersTab))
  const now = useNow()
  const last = entries?.[0]
  return last ? t('Connected · last email {ago}', { ago: formatAgo(last.processed_at, now) }) : t('Connected')
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

/** How often texts such as “1 min ago” are written again. */
const clockTickMs = 30_000

/** The current time, for texts such as “1 min ago”. */
function useNow(): Date {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), clockTickMs)
    return () => clearInterval(timer)
  }, [])
  return time
}
