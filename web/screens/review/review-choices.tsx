import type { ReactNode } from 'react'
import { safeText } from '../../lib/safe-text.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { KeyCap } from '../../ui/key-cap.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RetryButton } from '../../ui/retry-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Destination, Destinations } from './review-destinations.ts'
import { OtherDestinationsSkeleton } from './review-skeleton.tsx'
import type { useDestinations } from './use-review-destinations.ts'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'

interface ReviewChoicesProps {
  destinationsQuery: ReturnType<typeof useDestinations>
  /** Whether the shortcuts are on. */
  hasKeys: boolean
  onMove: (destination: Destination) => void
  onMore: () => void
  onNewFolder: () => void
  onKeep: () => void
  onSkip: () => void
}

/** The answers as buttons, with their keys. */
export function ReviewChoices(props: ReviewChoicesProps) {
  const { destinationsQuery, hasKeys, onMove, onMore, onNewFolder, onKeep, onSkip } = props
  const key = (name: string): string | null => (hasKeys ? name : null)
  const { destinations, expectsLikeliest, failed, isFetching, refetch } = destinationsQuery
  const likeliest = destinations?.likeliest
  const isLoadingLikeliest = expectsLikeliest && !destinations && !failed
  return (
    <div className="min-w-0 space-y-4">
      {!likeliest && !isLoadingLikeliest && !failed && (
        <p className="text-sm text-muted">{t('No folder is likely. Choose one, or keep it in the inbox.')}</p>
      )}
      <div className="grid grid-cols-2 gap-2">
        {likeliest ? (
          <Choice
            keyName={key('1')}
            tone="primary"
            label={t('Put into {folder}', { folder: likeliest.name })}
            onClick={() => onMove(likeliest)}
          >
            {rich('Put into {folder}', { folder: <bdi>{safeText(likeliest.name)}</bdi> })}
          </Choice>
        ) : (
          isLoadingLikeliest && <Skeleton className="col-span-2 h-11 w-full" />
        )}
        <Choice keyName={key('I')} onClick={onKeep}>
          {t('Keep in inbox')}
        </Choice>
        <Choice keyName={key('S')} onClick={onSkip}>
          {t('Skip')}
        </Choice>
        <Choice keyName={key('N')} tone="quiet" onClick={onNewFolder}>
          {t('New folder for this…')}
        </Choice>
      </div>
      {failed ? (
        <FoldersUnavailable busy={isFetching} onRetry={() => void refetch()} />
      ) : destinations ? (
        <OtherChoices destinations={destinations} hasKeys={hasKeys} onMove={onMove} onMore={onMore} />
      ) : (
        <>
          <output className="sr-only">{t('Loading folders...')}</output>
          <OtherDestinationsSkeleton />
        </>
      )}
    </div>
  )
}

const FoldersUnavailable = ({ busy, onRetry }: { busy: boolean; onRetry: () => void }) => (
  <Notice tone="bad" role="alert">
    {t('There was an error loading your email folders. Please try again.')}
    <div className="mt-2">
      <RetryButton size="small" busy={busy} onRetry={onRetry} />
    </div>
  </Notice>
)

interface OtherChoicesProps extends Pick<ReviewChoicesProps, 'hasKeys' | 'onMove' | 'onMore'> {
  destinations: Destinations
}

function OtherChoices({ destinations: { likeliest, others, hasMore }, hasKeys, onMove, onMore }: OtherChoicesProps) {
  if (others.length === 0) return null
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="mb-2 text-xs text-muted">{likeliest ? t('Or put it into') : t('Put it into')}</legend>
      {others.map((destination, index) => (
        <Choice
          key={destination.id}
          keyName={hasKeys ? String(index + 2) : null}
          label={t('Put into {folder}', { folder: destination.name })}
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
  /** `primary`: full width. */
  tone?: 'primary' | 'secondary' | 'quiet'
  /** Accessible name, if the visible text is not enough. */
  label?: string
  onClick: () => void
  children: ReactNode
}

const Choice = ({ keyName, tone = 'secondary', label, onClick, children }: ChoiceProps) => (
  <Button
    tone={tone}
    size="large"
    className={cx(
      'min-w-0! justify-start! text-left! gap-2.5 px-3! text-sm!',
      tone === 'primary' && 'col-span-2',
      // The last one of its group: on a phone its label needs the empty half of the row.
      tone === 'quiet' && 'max-sm:col-span-2',
    )}
    aria-label={label}
    aria-keyshortcuts={keyName === '1' ? 'Enter 1' : (keyName ?? undefined)}
    title={label}
    onClick={onClick}
  >
    {keyName !== null && <KeyCap>{keyName}</KeyCap>}
    <span className="min-w-0 truncate">{children}</span>
  </Button>
)
