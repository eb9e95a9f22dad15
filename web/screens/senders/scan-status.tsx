import { Users } from 'lucide-react'
import type { SenderScan } from '../../../contract/functions/senders.ts'
import { useProduct } from '../../api/product.tsx'
import { now } from '../../lib/clock.ts'
import { formatAgo } from '../../lib/format.ts'
import { t, tn } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Meter } from '../../ui/meter.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'

interface ScanProps {
  scan: SenderScan
  onRequest: (action: 'scan' | 'cancel') => void
}

/** How far the mailbox is read, or when it was read last. */
export function ScanStatus({ scan, onRequest }: ScanProps) {
  const { state, completedAt } = scan
  if (state === 'running')
    return (
      <div className="border-t border-line px-5 py-3">
        <Progress scan={scan} onCancel={() => onRequest('cancel')} />
      </div>
    )
  if (state === 'failed')
    return (
      <div className="border-t border-line px-5 py-3">
        <ScanFailed onRetry={() => onRequest('scan')} />
      </div>
    )
  return (
    completedAt !== null && (
      <p className="border-t border-line px-5 py-2 text-sm text-muted">
        {t('As of {when}. The page reads your mailbox again once a day, when you open it.', {
          when: formatAgo(completedAt, now()),
        })}
      </p>
    )
  )
}

const Progress = ({ scan: { emails, percent }, onCancel }: { scan: SenderScan; onCancel: () => void }) => (
  <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
    <div className="min-w-0 flex-1 basis-60">
      <p className="text-sm tabular-nums">
        {tn(emails, 'Reading your mailbox: {count} email so far', 'Reading your mailbox: {count} emails so far')}
      </p>
      <div className="mt-2 max-w-xl">
        <Meter label={t('How much of the mailbox was read')} percent={percent} tone="accent" />
      </div>
    </div>
    <Button size="small" onClick={onCancel}>
      {t('Cancel')}
    </Button>
  </div>
)

const ScanFailed = ({ onRetry }: { onRetry: () => void }) => (
  <Notice tone="bad" role="alert">
    {t('The mailbox refused to be read to the end. Nothing was changed. If this happens again, reconnect it.')}
    <div className="mt-2">
      <RetryButton size="small" onRetry={onRetry} />
    </div>
  </Notice>
)

interface NotCountedProps {
  scan: SenderScan | null
  busy: boolean
  onRequest: (action: 'scan' | 'cancel') => void
}

/** Before the mailbox was read for the first time. */
export function NotCounted({ scan, busy, onRequest }: NotCountedProps) {
  const { name } = useProduct()
  if (scan?.state === 'running')
    return (
      <div className="min-h-40 px-5 py-6">
        <Progress scan={scan} onCancel={() => onRequest('cancel')} />
        <p className="mt-3 text-sm text-pretty text-muted">
          {t('You can leave this page. New emails go first, so it may take some minutes.')}
        </p>
      </div>
    )
  return (
    <>
      {scan?.state === 'failed' && (
        <div className="px-5 pt-5">
          <ScanFailed onRetry={() => onRequest('scan')} />
        </div>
      )}
      <EmptyState
        level={2}
        icon={<Users />}
        title={t('See who writes to you')}
        description={t(
          '{name} reads sender, date and read state of the emails of the last year. It reads no text, and moves ' +
            'nothing.',
          { name },
        )}
        action={
          <Button tone="primary" busy={busy} onClick={() => onRequest('scan')}>
            {t('Count the Senders')}
          </Button>
        }
      />
    </>
  )
}
