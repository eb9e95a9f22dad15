import { useState } from 'react'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { safeText } from '../../lib/safe-text.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { announce } from '../../ui/announcer.tsx'
import { ReviewChoices } from './review-choices.tsx'
import { ReviewKeysLegend } from './review-keys-legend.tsx'
import { ReviewMessageHeader, ReviewExplanation } from './review-message.tsx'
import type { Destination } from './review-destinations.ts'
import { reviewGrid } from './review-grid.ts'
import { type FolderUsage, useDestinations } from './use-review-destinations.ts'
import { type Review, subjectOf } from './use-review.ts'
import { type ReviewKeysSetting, moveFocusToHeading, useReviewKeys } from './use-review-keys.ts'

const MoveDialog = onDemand(async () => (await import('../../shell/move-dialog.tsx')).MoveDialog, {
  failed: ({ onClose }) => onClose(),
})
const inbox: Destination = { id: null, name: 'Inbox' }

interface ReviewOneProps {
  entry: HistoryEntry
  review: Review
  keys: ReviewKeysSetting
  used: FolderUsage | null
}

/** The mail in focus, and its answers. */
export function ReviewItem({ entry, review, keys, used }: ReviewOneProps) {
  const places = useDestinations(entry, used)
  const [choosing, setChoosing] = useState(false)

  const said = (done: string, next: HistoryEntry | null): void => {
    announce(next ? `${done}. Next: ${describe(next)}` : `${done}. That was the last one.`)
    moveFocusToHeading()
  }
  const put = (place: Destination): void =>
    said(place.id === null ? 'Kept in the inbox' : `Into ${place.name}`, review.answer(entry, place))
  const skip = (): void => said('Skipped', review.skip(entry))

  useReviewKeys(keys.on, (key) => {
    const { likeliest = null, others = [], hasMore = false } = places.places ?? {}
    const place = key === 'i' ? inbox : key === '1' ? likeliest : (others[Number(key) - 2] ?? null)
    if (place) put(place)
    else if (key === 's') skip()
    else if (key === 'm' && hasMore) setChoosing(true)
    else if (key === '1' && places.places) announce('No folder is likely')
    else return false
    return true
  })

  return (
    <>
      <article className={reviewGrid.whole}>
        <ReviewMessageHeader entry={entry} />
        <div className={reviewGrid.choices}>
          <ReviewChoices
            places={places}
            hasKeys={keys.on}
            onMove={put}
            onMore={() => setChoosing(true)}
            onKeep={() => put(inbox)}
            onSkip={skip}
          />
        </div>
        <ReviewExplanation entry={entry} />
      </article>
      <ReviewKeysLegend on={keys.on} onChange={keys.change} />
      {choosing && (
        <MoveDialog
          entry={entry}
          onClose={() => setChoosing(false)}
          onMoved={(_waiting, place) => said(`Into ${place.name}`, review.moved(entry, place))}
        />
      )}
    </>
  )
}

function describe(entry: HistoryEntry): string {
  const likely = entry.runner_up_folder ? `. Likeliest: ${safeText(entry.runner_up_folder)}` : ''
  return `${subjectOf(entry)}, from ${safeText(entry.from_name || entry.from_address || '') || 'an unknown sender'}${likely}`
}
