import type { ReactNode } from 'react'
import { messageOf } from '../api/api-error.ts'
import { t } from '../texts/translate.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { ErrorNotice, Notice } from '../ui/notice.tsx'
import { RetryButton } from '../ui/retry-button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

interface EstimateFrameProps<Data> {
  /** Number of facts that the placeholder reserves space for. */
  facts: 3 | 4
  query: { data: Data | undefined; error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
  children: (data: Data) => ReactNode
}

/** Shows the estimate of a bulk operation; reserves its space while the server counts. */
export function EstimateFrame<Data>({
  facts,
  query: { data, error, isFetching, refetch },
  children,
}: EstimateFrameProps<Data>) {
  return (
    <div className={facts === 3 ? 'min-h-28' : 'min-h-36'} aria-busy={isFetching}>
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <Notice tone="bad" role="alert">
          {t('The emails could not be counted: {message}', { message: messageOf(error) })}
          <div className="mt-2">
            <RetryButton size="small" busy={isFetching} onRetry={() => refetch()} />
          </div>
        </Notice>
      ) : (
        <>
          <output className="sr-only">{t('Counting the emails...')}</output>
          <Skeleton className={facts === 3 ? 'h-28' : 'h-36'} />
        </>
      )}
    </div>
  )
}

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="divide-y divide-line rounded-lg border border-line px-4 text-sm">{children}</dl>
)

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4 py-2">
    <dt className="text-muted">{name}</dt>
    <dd className="font-medium tabular-nums">{children}</dd>
  </div>
)

interface EstimateFooterProps extends Pick<ButtonProps, 'type' | 'busy' | 'disabled' | 'onClick'> {
  /** Label of the start button. */
  label: string
  /** Consequence of an error, e.g. “Nothing was undone”. */
  failed: string
  error: Error | null
  onClose: () => void
}

/** Footer of an estimate: error message, cancel and start button. */
export function EstimateFooter({ label, failed, error, onClose, ...start }: EstimateFooterProps) {
  return (
    <>
      <ErrorNotice className="mt-4">{error && `${failed}: ${messageOf(error)}`}</ErrorNotice>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button tone="primary" {...start}>
          {start.busy ? t('Starting...') : label}
        </Button>
      </div>
    </>
  )
}
