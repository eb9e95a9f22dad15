import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { RefreshCw, Users } from 'lucide-react'
import { useRef, useState } from 'react'
import { type SenderOrder, senderOrders, type SendersPage } from '../../../contract/functions/senders.ts'
import { senderSearchMaxLength, sendersPageSize } from '../../../contract/limits.ts'
import { messageOf } from '../../api/api-error.ts'
import { type SenderRange, sendersQuery, useChangeSenders } from '../../api/senders.ts'
import { LoadFailure } from '../../forms/load-failure.tsx'
import { onDemand } from '../../lib/on-demand.tsx'
import { toastError } from '../../lib/toast.ts'
import { t, tn } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageSteps } from '../../ui/page-steps.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { SelectChip } from '../../ui/select-chip.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { orderLabels, SendersTable } from './senders-table.tsx'

const NotCounted = onDemand(async () => (await import('./scan-status.tsx')).NotCounted)
const ScanStatus = onDemand(async () => (await import('./scan-status.tsx')).ScanStatus)
const SelectedSenders = onDemand(async () => (await import('./selected-senders.tsx')).SelectedSenders)

const waitingRows = 6
const noSelection: ReadonlySet<string> = new Set()

/** The senders of a mailbox: a page at a time, ordered and searched by the server. */
export function SendersCard({ mailboxId }: { mailboxId: string }) {
  const [range, setRange] = useState<SenderRange>({ order: 'year', descending: true, search: '', page: 1 })
  const [selected, setSelected] = useState(noSelection)
  // What was chosen stays listed.
  const [hasSelected, setHasSelected] = useState(false)
  const query = useQuery(sendersQuery(mailboxId, range))
  const { data, isPlaceholderData } = query
  const heading = useRef<HTMLHeadingElement>(null)
  const pages = data ? Math.max(1, Math.ceil(data.total / sendersPageSize)) : 1
  // The last sender of the last page is gone.
  if (data && !isPlaceholderData && range.page > pages) setRange({ ...range, page: pages })
  const change = useChangeSenders(mailboxId)
  const isRunning = data?.scan?.state === 'running'
  const request = (action: 'scan' | 'cancel'): void =>
    change.mutate({ action }, { onError: (error) => toastError(t('Update Failed'), messageOf(error)) })
  // The same column again: the other way round. Names begin with A, numbers with the largest one.
  const orderBy = (order: SenderOrder): void => {
    const descending = order === range.order ? !range.descending : order !== 'name' && order !== 'place'
    setRange({ ...range, order, descending, page: 1 })
    announce(t('Ordered by: {column}', { column: t(orderLabels[order]) }))
  }
  const select = (addresses: readonly string[], on: boolean): void => {
    const next = new Set(selected)
    for (const address of addresses) {
      if (on) next.add(address)
      else next.delete(address)
    }
    setSelected(next)
    setHasSelected(true)
    announce(tn(next.size, '{count} sender selected', '{count} senders selected'))
  }
  const hasCounts = data !== undefined && (data.total > 0 || range.search !== '' || data.scan?.completedAt !== null)
  if (data && (data.scan === null || !hasCounts))
    return (
      <Card>
        <NotCounted scan={data.scan} busy={change.isPending} onRequest={request} />
      </Card>
    )
  return (
    <Card>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3.5">
        <h2 ref={heading} tabIndex={-1} className="text-base font-semibold outline-none max-sm:flex-1">
          {data ? tn(data.total, '{count} sender', '{count} senders') : t('Senders')}
        </h2>
        <div className="flex min-w-0 flex-1 items-center justify-end gap-2 max-sm:contents">
          {/* On a phone, a line of its own, so that its hint fits. */}
          <div className="flex min-w-0 flex-1 justify-end max-sm:order-last max-sm:basis-full">
            <SearchBox
              label={t('Search by name or address')}
              maxLength={senderSearchMaxLength}
              onChange={(search) => {
                if (search !== range.search) setRange({ ...range, search, page: 1 })
              }}
            />
          </div>
          {/* Without the heads of columns. */}
          <div className="sm:hidden">
            <SelectChip
              label={t('Order by')}
              value={range.order}
              choices={senderOrders.map((value) => ({ value, label: t(orderLabels[value]) }))}
              onChange={(value) => orderBy(senderOrders.find((each) => each === value) ?? 'year')}
            />
          </div>
          <IconButton
            label={t('Read the mailbox again')}
            icon={<RefreshCw aria-hidden="true" />}
            busy={isRunning || change.isPending}
            onClick={() => request('scan')}
          />
        </div>
      </header>
      {data?.scan && <ScanStatus scan={data.scan} onRequest={request} />}
      <SenderList
        mailboxId={mailboxId}
        query={query}
        range={range}
        selected={selected}
        onOrder={orderBy}
        onSelect={select}
      />
      {pages > 1 && (
        <PageSteps
          page={range.page}
          pages={pages}
          onShow={(page) => {
            setRange({ ...range, page })
            heading.current?.focus()
          }}
        />
      )}
      {hasSelected && (
        <SelectedSenders
          mailboxId={mailboxId}
          addresses={[...selected]}
          onClear={() => {
            setSelected(noSelection)
            heading.current?.focus()
          }}
        />
      )}
    </Card>
  )
}

interface SenderListProps {
  mailboxId: string
  query: UseQueryResult<SendersPage>
  range: SenderRange
  selected: ReadonlySet<string>
  onOrder: (order: SenderOrder) => void
  onSelect: (addresses: readonly string[], on: boolean) => void
}

function SenderList({ mailboxId, query, range, selected, onOrder, onSelect }: SenderListProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  return (
    <div className={cx('border-t border-line', isPlaceholderData && 'opacity-60')} aria-busy={isPlaceholderData}>
      {data ? (
        data.senders.length > 0 ? (
          <SendersTable
            mailboxId={mailboxId}
            senders={data.senders}
            range={range}
            selected={selected}
            onOrder={onOrder}
            onSelect={onSelect}
          />
        ) : range.search === '' ? (
          <EmptyState
            icon={<Users />}
            title={t('No one has written in the last year')}
            description={t('Emails you sent, drafts, junk and deleted emails do not count.')}
          />
        ) : (
          <EmptyState
            icon={<Users />}
            title={t('No sender has this in its name or address')}
            description={t('Enter another part of it.')}
          />
        )
      ) : error ? (
        <LoadFailure
          title={t('The senders could not be loaded')}
          error={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={waitingRows} rowClassName="h-14" label={t('Loading the senders...')} />
      )}
    </div>
  )
}
