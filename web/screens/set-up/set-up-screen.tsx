import { useQuery, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { OperatorSettingsState } from '../../../contract/functions/operator-settings.ts'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { operatorSettingsQuery } from '../../api/operator-settings.ts'
import { useProduct } from '../../api/product.tsx'
import { useMailboxes } from '../../features/mailbox/active-mailbox.tsx'
import { ReauthenticationProvider } from '../../features/reauthentication/reauthentication-provider.tsx'
import { toastSuccess } from '../../lib/toast.ts'

import { NotFound } from '../../shell/not-found.tsx'
import { PageHeading } from '../../shell/page-heading.tsx'
import { t } from '../../texts/translate.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { PartCard } from './part-card.tsx'
import { type PartId, setUpCards, stateOfCard } from './set-up-cards.tsx'
import { SetUpContext } from './set-up-context.ts'

/** What an operator sets up after the first account, and whenever it changes. */
export function SetUpScreen() {
  const { name } = useProduct()
  const { data, error, isFetching, refetch } = useQuery(operatorSettingsQuery)
  const { list, state: mailboxState } = useMailboxes()
  if (error instanceof ApiError && error.status === 404) return <NotFound />
  return (
    <ReauthenticationProvider>
      <PageHeading
        title={t('Set up {name}', { name })}
        description={t('Nothing here is required: a mailbox is enough to begin. All of it can be changed later.')}
      />
      <div className="max-w-3xl">
        {data && mailboxState !== 'loading' ? (
          <SetUpCards state={data} hasMailbox={list.length > 0} />
        ) : error && !data ? (
          <Card>
            <EmptyState
              level={2}
              icon={<TriangleAlert />}
              title={t('The settings could not be loaded')}
              description={messageOf(error)}
              action={<RetryButton busy={isFetching} onRetry={() => refetch()} />}
            />
          </Card>
        ) : (
          <CardsSkeleton />
        )}
      </div>
    </ReauthenticationProvider>
  )
}

function SetUpCards({ state, hasMailbox }: { state: OperatorSettingsState; hasMailbox: boolean }) {
  const { name } = useProduct()
  const client = useQueryClient()
  const isRestarting = useRestart(state)
  const [open, setOpen] = useState<PartId>(hasMailbox ? 'none' : 'mailbox')
  const onSkip = (): void => {
    const next = setUpCards[setUpCards.findIndex(({ id }) => id === open) + 1]
    setOpen(next?.id ?? 'none')
    requestAnimationFrame(() => document.getElementById(`set-up-${next?.id ?? 'done'}`)?.focus())
  }
  const onSaved = (): void => {
    const { queryKey } = operatorSettingsQuery
    // The server may be starting again already: it is asked until it responds.
    client.setQueryData(queryKey, (before) => before && { ...before, isInEffect: false })
    void client.invalidateQueries({ queryKey })
  }
  return (
    <SetUpContext value={{ state, isRestarting, onSaved, onSkip }}>
      <Problems state={state} />
      <div className="space-y-3">
        {setUpCards.map((card) => (
          <PartCard
            key={card.id}
            id={card.id}
            title={t(card.title, { name })}
            description={t(card.description)}
            state={stateOfCard(card, state, hasMailbox)}
            isOpen={open === card.id}
            onToggle={() => setOpen(open === card.id ? 'none' : card.id)}
          >
            <card.Content />
          </PartCard>
        ))}
      </div>
      <p className="mt-6">
        {/* Loads the page again: what it offers depends on the settings. */}
        <a id="set-up-done" href="/dashboard" className={buttonClasses('primary', 'large')}>
          {t('Go to the Dashboard')}
        </a>
      </p>
    </SetUpContext>
  )
}

/** @returns whether the server starts again with what was saved */
function useRestart({ isInEffect, usesSandbox }: OperatorSettingsState): boolean {
  const isRestarting = !isInEffect && !usesSandbox
  const was = useRef(isRestarting)
  useEffect(() => {
    if (was.current && !isRestarting) toastSuccess(t('The new settings are in effect'))
    was.current = isRestarting
  }, [isRestarting])
  return isRestarting
}

function Problems({ state: { problems, usesSandbox } }: { state: OperatorSettingsState }) {
  return (
    <>
      {usesSandbox && (
        <div className="mb-4">
          <Notice tone="warn">
            {t(
              'The sandbox is running, which uses none of these settings. Set SANDBOX=false, start again, and save ' +
                'them then.',
            )}
          </Notice>
        </div>
      )}
      {problems.length > 0 && (
        <div className="mb-4">
          <Notice tone="bad" role="alert">
            <p className="font-semibold">{t('What was saved here is not used')}</p>
            <ul className="mt-1 list-disc pl-5">
              {problems.map(({ name, message }) => (
                <li key={`${name}${message}`} className="wrap-anywhere">
                  {name === null ? t(message) : `${name}: ${t(message)}`}
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
    </>
  )
}

const CardsSkeleton = () => (
  <div className="space-y-3">
    <output className="sr-only">{t('Loading settings...')}</output>
    {setUpCards.map(({ id }) => (
      <div key={id} className="flex h-19 items-center gap-4 rounded-xl border border-line bg-surface px-5 shadow-card">
        <Skeleton className="size-9" />
        <Skeleton className="h-4 w-40" />
      </div>
    ))}
  </div>
)
