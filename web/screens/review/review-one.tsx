import { useState } from 'react'
import type { HistoryEntry } from '../../api/logs.ts'
import { safeText } from '../../lib/safe-text.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { announce } from '../../ui/announcer.tsx'
import { KeyCap } from '../../ui/key-cap.tsx'
import { ReviewChoices } from './review-choices.tsx'
import { ReviewHead, ReviewWhy } from './review-mail.tsx'
import type { Place } from './review-places.ts'
import { usePlaces } from './use-places.ts'
import { type Review, subjectOf } from './use-review.ts'
import { restFocus, useReviewKeys } from './use-review-keys.ts'

const MoveDialog = onDemand(async () => (await import('../../shell/move-dialog.tsx')).MoveDialog, {
  failed: ({ onClose }) => onClose(),
})
const inbox: Place = { id: null, name: 'Inbox' }

/** The mail in focus, and its answers. */
export function ReviewOne({ entry, review }: { entry: HistoryEntry; review: Review }) {
  const places = usePlaces(entry)
  const [choosing, setChoosing] = useState(false)

  const said = (done: string, next: HistoryEntry | null): void => {
    announce(next ? `${done}. Next: ${describe(next)}` : `${done}. That was the last one.`)
    restFocus()
  }
  const put = (place: Place): void =>
    said(place.id === null ? 'Kept in the inbox' : `Into ${place.name}`, review.answer(entry, place))
  const skip = (): void => said('Skipped', review.skip(entry))

  useReviewKeys((key) => {
    const { likeliest = null, others = [], more = false } = places.places ?? {}
    const place = key === 'i' ? inbox : key === '1' ? likeliest : (others[Number(key) - 2] ?? null)
    if (place) put(place)
    else if (key === 's') skip()
    else if (key === 'm' && more) setChoosing(true)
    else if (key === '1' && places.places) announce('No folder is likely')
    else return false
    return true
  })

  return (
    <>
      <article className="grid gap-x-8 gap-y-5 p-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr]">
        <ReviewHead entry={entry} />
        <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <ReviewChoices
            places={places}
            onPut={put}
            onMore={() => setChoosing(true)}
            onKeep={() => put(inbox)}
            onSkip={skip}
          />
        </div>
        <ReviewWhy entry={entry} />
      </article>
      <Legend />
      {choosing && (
        <MoveDialog
          entry={entry}
          onClose={() => setChoosing(false)}
          onMoved={(_waiting, name) => said(`Into ${name}`, review.moved(entry))}
        />
      )}
    </>
  )
}

function describe(entry: HistoryEntry): string {
  const likely = entry.runner_up_folder ? `. Likeliest: ${safeText(entry.runner_up_folder)}` : ''
  return `${subjectOf(entry)}, from ${safeText(entry.from_name || entry.from_address || '') || 'an unknown sender'}${likely}`
}

const keys = [
  { names: ['Enter', '1'], does: 'likeliest folder' },
  { names: ['2', '–', '9'], does: 'other folders' },
  { names: ['I'], does: 'keep in inbox' },
  { names: ['S'], does: 'skip' },
  { names: ['Z'], does: 'undo the last' },
]

/** For a keyboard, so not where there is hardly one. */
const Legend = () => (
  <dl
    aria-label="Keys"
    className="flex flex-wrap gap-x-6 gap-y-2 border-t border-line px-5 py-3 text-xs text-muted max-md:hidden"
  >
    {keys.map(({ names, does }) => (
      <div key={does} className="flex items-center gap-1.5">
        <dt className="flex items-center gap-1">
          {names.map((name) => (name === '–' ? <span key={name}>–</span> : <KeyCap key={name}>{name}</KeyCap>))}
        </dt>
        <dd>{does}</dd>
      </div>
    ))}
  </dl>
)
