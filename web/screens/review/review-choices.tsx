import type { ReactNode } from 'react'
import { safeText } from '../../lib/safe-text.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { KeyCap } from '../../ui/key-cap.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Destination } from './review-destinations.ts'
import { OtherPlacesSkeleton } from './review-skeleton.tsx'
import type { useDestinations } from './use-review-destinations.ts'

interface ReviewChoicesProps {
  places: ReturnType<typeof useDestinations>
  /** Whether the keys mean something. */
  hasKeys: boolean
  onMove: (place: Destination) => void
  onMore: () => void
  onKeep: () => void
  onSkip: () => void
}

/** Each answer as a button, with its key on it. */
export function ReviewChoices({ places: { places, failed, isFetching, refetch }, hasKeys, ...on }: ReviewChoicesProps) {
  const key = (name: string): string | null => (hasKeys ? name : null)
  const { likeliest, others, hasMore } = places ?? { likeliest: null, others: [], hasMore: false }
  return (
    <div className="min-w-0 space-y-4">
      {places && !likeliest && (
        <p className="text-sm text-muted">No folder is likely. Choose one, or keep it in the inbox.</p>
      )}
      <div className="grid grid-cols-2 gap-2">
        {likeliest ? (
          <Choice
            keyName={key('1')}
            tone="primary"
            label={`Put into ${likeliest.name}`}
            onClick={() => on.onMove(likeliest)}
          >
            Put into <bdi>{safeText(likeliest.name)}</bdi>
          </Choice>
        ) : (
          !places && !failed && <Skeleton className="col-span-2 h-11 w-full" />
        )}
        <Choice keyName={key('I')} onClick={on.onKeep}>
          Keep in inbox
        </Choice>
        <Choice keyName={key('S')} onClick={on.onSkip}>
          Skip
        </Choice>
      </div>
      {failed ? (
        <Notice tone="bad" role="alert">
          There was an error loading your email folders. Please try again.
          <div className="mt-2">
            <Button size="small" busy={isFetching} onClick={() => void refetch()}>
              Try Again
            </Button>
          </div>
        </Notice>
      ) : places ? (
        others.length > 0 && (
          <fieldset className="grid grid-cols-2 gap-2">
            <legend className="mb-2 text-xs text-muted">{likeliest ? 'Or put it into' : 'Put it into'}</legend>
            {others.map((place, at) => (
              <Choice
                key={place.id}
                keyName={key(String(at + 2))}
                label={`Put into ${place.name}`}
                onClick={() => on.onMove(place)}
              >
                <bdi>{safeText(place.name)}</bdi>
              </Choice>
            ))}
            {hasMore && (
              <Choice keyName={key('M')} tone="quiet" onClick={on.onMore}>
                More folders…
              </Choice>
            )}
          </fieldset>
        )
      ) : (
        <>
          <output className="sr-only">Loading folders...</output>
          <OtherPlacesSkeleton />
        </>
      )}
    </div>
  )
}

interface ChoiceProps {
  /** Null: no key means it. */
  keyName: string | null
  /** `primary` goes over the whole width. */
  tone?: 'primary' | 'secondary' | 'quiet'
  /** Where what is shown needs what stands around it. */
  label?: string
  onClick: () => void
  children: ReactNode
}

const Choice = ({ keyName, tone = 'secondary', label, onClick, children }: ChoiceProps) => (
  <Button
    tone={tone}
    size="large"
    className={cx('min-w-0 justify-start! gap-2.5 px-3! text-sm!', tone === 'primary' && 'col-span-2')}
    aria-label={label}
    aria-keyshortcuts={keyName === '1' ? 'Enter 1' : (keyName ?? undefined)}
    title={label}
    onClick={onClick}
  >
    {keyName !== null && <KeyCap>{keyName}</KeyCap>}
    <span className="min-w-0 truncate">{children}</span>
  </Button>
)
