import type { ReactNode } from 'react'
import { safeText } from '../../lib/safe-text.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { KeyCap } from '../../ui/key-cap.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Destination, Destinations } from './review-destinations.ts'
import { likelyFolderOf, type ReviewRow } from './review-rows.ts'
import { OtherDestinationsSkeleton } from './review-skeleton.tsx'
import type { useDestinations } from './use-review-destinations.ts'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'

type DestinationsQuery = ReturnType<typeof useDestinations>

/** The answer that Enter gives; `none`: the folders are still loading. */
type Primary = 'folder' | 'keep' | 'open' | 'none'

/** Emails that look like no folder are kept; those of a sender that look like several are answered one by one. */
export function primaryOf(row: ReviewRow, { destinations, failed }: DestinationsQuery): Primary {
  if (row.group.type === 'mixed' && row.emails.length > 1) return 'open'
  if (destinations?.likeliest) return 'folder'
  return likelyFolderOf(row) !== null && !destinations && !failed ? 'none' : 'keep'
}

interface ReviewChoicesProps {
  row: ReviewRow
  destinationsQuery: DestinationsQuery
  /** Whether the shortcuts are on. */
  hasKeys: boolean
  onMove: (destination: Destination) => void
  onMore: () => void
  onNewFolder: () => void
  onKeep: () => void
  onSkip: () => void
  /** Answers the emails of a group one by one. */
  onOpen: () => void
  /** Answers them together again. */
  onClose: () => void
}

/** The answers as buttons, with their keys. */
export function ReviewChoices(props: ReviewChoicesProps) {
  const { row, destinationsQuery, hasKeys, onMove, onMore, onNewFolder, onKeep, onSkip, onOpen, onClose } = props
  const key = (name: string): string | null => (hasKeys ? name : null)
  const { destinations, failed, isFetching, refetch } = destinationsQuery
  const primary = primaryOf(row, destinationsQuery)
  const likeliest = destinations?.likeliest
  const count = row.emails.length
  const tone = (answer: Primary) => (primary === answer ? 'primary' : 'secondary')
  return (
    <div className="min-w-0 space-y-4">
      <div className="grid grid-cols-2 gap-2">
        {primary === 'none' && <Skeleton className="col-span-2 h-11 w-full" />}
        {primary === 'open' && (
          <Choice keyName={key('O')} isPrimary onClick={onOpen}>
            {t('Answer one by one')}
          </Choice>
        )}
        {likeliest && (
          <Choice
            keyName={key('1')}
            isPrimary={primary === 'folder'}
            tone={primary === 'folder' ? 'primary' : 'wide'}
            label={putInto(count, likeliest.name)}
            onClick={() => onMove(likeliest)}
          >
            {count > 1
              ? rich('Put all {count} into {folder}', {
                  count,
                  folder: <bdi>{safeText(likeliest.name)}</bdi>,
                })
              : rich('Put into {folder}', { folder: <bdi>{safeText(likeliest.name)}</bdi> })}
          </Choice>
        )}
        <Choice keyName={key('I')} isPrimary={primary === 'keep'} tone={tone('keep')} onClick={onKeep}>
          {count > 1 ? t('Keep all in inbox') : t('Keep in inbox')}
        </Choice>
        {count > 1 && primary !== 'open' && (
          <Choice keyName={key('O')} onClick={onOpen}>
            {t('One by one')}
          </Choice>
        )}
        {row.type === 'part' && (
          <Choice keyName={key('O')} onClick={onClose}>
            {t('Answer together')}
          </Choice>
        )}
        <Choice keyName={key('S')} onClick={onSkip}>
          {t('Skip')}
        </Choice>
        <Choice keyName={key('N')} tone="quiet" onClick={onNewFolder}>
          {t('New folder…')}
        </Choice>
      </div>
      {failed ? (
        <FoldersUnavailable busy={isFetching} onRetry={() => void refetch()} />
      ) : destinations ? (
        <OtherChoices count={count} destinations={destinations} hasKeys={hasKeys} onMove={onMove} onMore={onMore} />
      ) : (
        <>
          <output className="sr-only">{t('Loading folders...')}</output>
          <OtherDestinationsSkeleton />
        </>
      )}
    </div>
  )
}

const putInto = (count: number, folder: string): string =>
  count > 1 ? t('Put all {count} into {folder}', { count, folder }) : t('Put into {folder}', { folder })

const FoldersUnavailable = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <Notice tone="bad" role="alert">
    {t('There was an error loading your email folders. Please try again.')}
    <div className="mt-2">
      <RetryButton size="small" busy={busy} onRetry={onRetry} />
    </div>
  </Notice>
)

interface OtherChoicesProps extends Pick<ReviewChoicesProps, 'hasKeys' | 'onMove' | 'onMore'> {
  /** Emails that the answer is about. */
  count: number
  destinations: Destinations
}

function OtherChoices({ count, destinations, hasKeys, onMove, onMore }: OtherChoicesProps) {
  const { likeliest, others, hasMore } = destinations
  if (others.length === 0) return null
  const firstKey = likeliest ? 2 : 1
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="mb-2 text-xs text-muted">{t('Or put into')}</legend>
      {others.map((destination, index) => (
        <Choice
          key={destination.id}
          keyName={hasKeys ? String(index + firstKey) : null}
          label={putInto(count, destination.name)}
          onClick={() => onMove(destination)}
        >
          <bdi>{safeText(destination.name)}</bdi>
        </Choice>
      ))}
      {hasMore && (
        <Choice keyName={hasKeys ? 'M' : null} tone="quiet" onClick={onMore}>
          {t('More folders…')}
        </Choice>
      )}
    </fieldset>
  )
}

interface ChoiceProps {
  /** Null: no shortcut. */
  keyName: string | null
  /** Enter gives this answer. */
  isPrimary?: boolean
  /** `primary` and `wide`: full width. */
  tone?: 'primary' | 'wide' | 'secondary' | 'quiet'
  /** Accessible name, if the visible text is not enough. */
  label?: string
  onClick: () => void
  children: ReactNode
}

const Choice = ({ keyName, isPrimary = false, tone, label, onClick, children }: ChoiceProps) => {
  const shown = tone ?? (isPrimary ? 'primary' : 'secondary')
  return (
    <Button
      tone={shown === 'wide' ? 'secondary' : shown}
      size="large"
      className={cx(
        'min-w-0! justify-start! text-left! gap-2.5 px-3! text-sm!',
        (shown === 'primary' || shown === 'wide') && 'col-span-2',
      )}
      aria-label={label}
      aria-keyshortcuts={keyName === null ? undefined : isPrimary ? `Enter ${keyName}` : keyName}
      title={label}
      onClick={onClick}
    >
      {keyName !== null && <KeyCap>{keyName}</KeyCap>}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {keyName !== null && isPrimary && <KeyCap>Enter</KeyCap>}
    </Button>
  )
}
