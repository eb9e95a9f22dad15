import { useQuery } from '@tanstack/react-query'
import { SearchX, UserPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { managedUsersQuery } from '../../api/operator.ts'
import { useProduct } from '../../api/product.tsx'
import { LoadFailure } from '../../forms/load-failure.tsx'
import { onDemand } from '../../lib/on-demand.tsx'
import { t, tn } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageSteps } from '../../ui/page-steps.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { UsersTable } from './users-table.tsx'

const InviteDialog = onDemand(async () => (await import('./invite-dialog.tsx')).InviteDialog, {
  failed: ({ onClose }) => onClose(),
})

const waitingRows = 6

/** The accounts, newest first: a page at a time, found by a part of their address. */
export function UsersCard() {
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [isInviting, setIsInviting] = useState(false)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(managedUsersQuery(search, page))
  const pages = data ? Math.max(1, Math.ceil(data.total / data.pageSize)) : 1
  // The last account of the last page was deleted.
  if (data && !isPlaceholderData && page > pages) setPage(pages)
  const heading = useRef<HTMLHeadingElement>(null)
  const show = (next: number): void => {
    setPage(next)
    // The pressed button can be disabled now, and reading starts at the top.
    heading.current?.focus()
  }
  return (
    <Card>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3.5">
        <h2 ref={heading} tabIndex={-1} className="text-base font-semibold outline-none max-sm:basis-full">
          {data ? tn(data.total, '{count} account', '{count} accounts') : t('Accounts')}
        </h2>
        <div className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-2">
          <SearchBox
            label={t('Search by address')}
            maxLength={254}
            onChange={(text) => {
              setSearch(text)
              setPage(1)
            }}
          />
          {useProduct().signUp !== 'closed' && (
            <Button
              tone="primary"
              icon={<UserPlus aria-hidden="true" />}
              className="max-sm:w-full"
              onClick={() => setIsInviting(true)}
            >
              {t('Invite User')}
            </Button>
          )}
        </div>
      </header>
      <div className={cx('border-t border-line', isPlaceholderData && 'opacity-60')} aria-busy={isPlaceholderData}>
        {data ? (
          data.users.length > 0 ? (
            <UsersTable users={data.users} />
          ) : (
            <EmptyState
              icon={<SearchX />}
              title={t('No account has this in its address')}
              description={t('Enter another part of the address.')}
            />
          )
        ) : error ? (
          <LoadFailure
            title={t('The accounts could not be loaded')}
            error={error}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <SkeletonRows rows={waitingRows} rowClassName="h-14" label={t('Loading the accounts...')} />
        )}
      </div>
      {pages > 1 && <PageSteps page={page} pages={pages} onShow={show} />}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </Card>
  )
}
