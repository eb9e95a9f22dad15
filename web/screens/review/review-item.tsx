import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { mailExcerptQuery } from '../../api/mail-excerpt.ts'
import type { ReviewEmail } from '../../features/mail/review-groups.ts'
import { folderName } from '../../lib/folder-name.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { t, text } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import {
  KeysLegend,
  moveFocusToHeading,
  type Shortcut,
  type SingleKeysSetting,
  useSingleKeys,
} from '../../ui/single-key-shortcuts.tsx'
import { MailExcerpt } from './review-excerpt.tsx'
import { primaryOf, ReviewChoices } from './review-choices.tsx'
import type { Destination } from './review-destinations.ts'
import { ReviewGroupEmails, ReviewGroupHeader } from './review-group.tsx'
import { ReviewExplanation, ReviewMessageHeader } from './review-message.tsx'
import { describeNext, rowTitle } from './review-row-texts.ts'
import { answerable, type ReviewRow } from './review-rows.ts'
import { reviewGrid } from './review-skeleton.tsx'
import { type FolderUsage, useDestinations } from './use-review-destinations.ts'
import type { Review } from './use-review.ts'

const ChooseFolder = onDemand(async () => (await import('./review-dialogs.tsx')).ChooseFolderForReview, {
  failed: ({ onClose }) => onClose(),
})
const NewFolder = onDemand(async () => (await import('./review-dialogs.tsx')).NewFolderForReview, {
  failed: ({ onClose }) => onClose(),
})
/** Named when it is shown: modules run before the language is known. */
const inbox = (): Destination => ({ id: null, name: t('Inbox') })

interface ReviewItemProps {
  row: ReviewRow
  review: Review
  keys: SingleKeysSetting
  usage: FolderUsage | null
}

/** The current email or group with its answers. */
export function ReviewItem({ row, review, keys, usage }: ReviewItemProps) {
  const destinationsQuery = useDestinations(row, usage)
  const { destinations } = destinationsQuery
  const [dialog, setDialog] = useState<'choose' | 'create' | null>(null)
  const [only] = row.emails
  const isGroup = row.emails.length > 1
  const primary = primaryOf(row, destinationsQuery)
  usePrefetchedExcerpts(review)

  const announceNext = (done: string, next: ReviewRow | null): void => {
    announce(next ? `${done} ${describeNext(next)}` : `${done} ${t('That was the last one.')}`)
    moveFocusToHeading()
  }
  const move = (destination: Destination): void =>
    announceNext(
      destination.id === null ? t('Kept in the inbox.') : t('Into {folder}.', { folder: destination.name }),
      review.answer(row, destination),
    )
  const skip = (): void => announceNext(t('Skipped.'), review.skip(row))
  const openGroup = (email?: ReviewEmail): void => {
    review.open(row, email)
    moveFocusToHeading()
  }

  useSingleKeys(keys.on, (pressed) => {
    const { likeliest = null, others = [], hasMore = false } = destinations ?? {}
    const numbered = likeliest ? [likeliest, ...others] : others
    const key = pressed === 'enter' ? { folder: '1', keep: 'i', open: 'o', none: 'enter' }[primary] : pressed
    const destination = key === 'i' ? inbox() : (numbered[Number(key) - 1] ?? null)
    if (destination) move(destination)
    else if (key === 's') skip()
    else if (key === 'n') setDialog('create')
    else if (key === 'm' && hasMore) setDialog('choose')
    else if (key === 'o' && isGroup) openGroup()
    else if (key === 'o' && row.type === 'part') review.close(row)
    else if (key === 'j' || key === 'arrowdown') review.step(1)
    else if (key === 'k' || key === 'arrowup') review.step(-1)
    else return false
    return true
  })

  return (
    <>
      <article aria-label={rowTitle(row)} className="@container min-w-0">
        <div className={reviewGrid.whole}>
          {isGroup || !only ? <ReviewGroupHeader row={row} /> : <ReviewMessageHeader entry={only.entry} />}
          <div className={isGroup ? reviewGrid.emails : reviewGrid.excerpt}>
            {isGroup || !only ? (
              <ReviewGroupEmails row={row} onOpen={openGroup} />
            ) : (
              <MailExcerpt logId={only.entry.id} />
            )}
          </div>
          <div className={reviewGrid.choices}>
            <ReviewChoices
              row={row}
              destinationsQuery={destinationsQuery}
              hasKeys={keys.on}
              onMove={move}
              onMore={() => setDialog('choose')}
              onNewFolder={() => setDialog('create')}
              onKeep={() => move(inbox())}
              onSkip={skip}
              onOpen={() => openGroup()}
              onClose={() => review.close(row)}
            />
          </div>
          {!isGroup && only && <ReviewExplanation entry={only.entry} />}
        </div>
      </article>
      <div className="lg:col-span-2">
        <KeysLegend shortcuts={shortcuts} keys={keys} />
      </div>
      {dialog === 'create' && (
        <NewFolder
          row={row}
          onClose={() => setDialog(null)}
          onCreated={(folder) => move({ id: folder.id, name: folderName(folder) })}
        />
      )}
      {dialog === 'choose' && <ChooseFolder row={row} onClose={() => setDialog(null)} onChoose={move} />}
    </>
  )
}

/** Those that no button has. */
const shortcuts: readonly Shortcut[] = [{ names: ['J', 'K', '↓', '↑'], effect: text('next, previous') }]

/** The text of the next email is there when it is shown. */
function usePrefetchedExcerpts({ rows, current }: Review): void {
  const client = useQueryClient()
  const all = answerable(rows)
  const next = current && all[all.indexOf(current) + 1]
  const nextId = next?.emails.length === 1 ? next.emails[0]?.entry.id : undefined
  useEffect(() => {
    if (nextId !== undefined) void client.prefetchQuery(mailExcerptQuery(nextId))
  }, [client, nextId])
}
