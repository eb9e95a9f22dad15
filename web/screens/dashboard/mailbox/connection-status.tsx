import { RefreshCw } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import type { Mailbox } from '../../../../contract/connected-mailbox.ts'
import { errorMessageOr } from '../../../api/api-error.ts'
import { useRefreshToken } from '../../../api/mailboxes.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { toastError } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Switch } from '../../../ui/switch.tsx'
import type { RealTime } from './use-real-time.ts'

const errorTexts = {
  enableFailed: 'Failed to enable notifications',
  disableFailed: 'Failed to disable notifications',
}

export function ConnectionStatus({ status, realTime }: { status: Mailbox; realTime: RealTime }) {
  const refresh = useRefreshToken()
  const switchId = useId()
  const isActive = status.status === 'active'
  const startRefresh = (): void =>
    refresh.mutate(status.id, {
      onSuccess: () => announce('Token refreshed'),
      onError: (error) =>
        toastError('Error refreshing token', errorMessageOr(error, 'Failed to refresh mailbox token.')),
    })

  return (
    <Card
      title="Connection Status"
      actions={<Badge tone={isActive ? 'good' : 'warn'}>{isActive ? 'Active' : status.status}</Badge>}
    >
      <dl className="space-y-3 border-t border-line px-5 py-4 text-sm">
        <Fact name="Email">{status.email_address}</Fact>
        <Fact name="Mailbox ID">
          <span className="text-xs tabular-nums">{status.id}</span>
        </Fact>
        <Fact name="Token expires">{status.expires_at ? formatDateTime(status.expires_at) : 'Unknown'}</Fact>
      </dl>
      <div className="flex items-center justify-between gap-4 border-t border-line px-5 py-3">
        <label htmlFor={switchId} className="text-sm font-medium">
          Email Notifications
        </label>
        <Switch
          id={switchId}
          label="Email Notifications"
          checked={realTime.enabled}
          busy={realTime.state === 'changing'}
          disabled={realTime.state === 'checking'}
          onChange={(enable) => realTime.change(enable, errorTexts)}
        />
      </div>
      <div className="border-t border-line px-5 py-3">
        <Button size="small" icon={<RefreshCw aria-hidden="true" />} busy={refresh.isPending} onClick={startRefresh}>
          Refresh Token
        </Button>
      </div>
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
