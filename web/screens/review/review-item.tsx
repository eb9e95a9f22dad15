import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mailExcerptQuery } from '../../api/mail-excerpt.ts'
import type { MailPlace } from '../../api/correct-sorting.ts'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { ConfidenceLabel } from '../../features/mail/confidence-label.tsx'
import { EvidenceList } from '../../features/mail/evidence-list.tsx'
import { explanationText } from '../../features/mail/explanation-text.ts'
import type { ReviewEmail } from '../../features/mail/review-groups.ts'
import { useOpenInMailbox } from '../../features/mail/use-open-in-mailbox.ts'
import { useDistinctAddress } from '../../features/mailbox/active-mailbox.tsx'
import { now } from '../../lib/clock.ts'
import { runOf, useCommands } from '../../lib/commands.ts'
import { folderName } from '../../lib/folder-name.ts'
import { formatDateTime, formatMoment } from '../../lib/format.ts'
import { senderText, subjectText } from '../../lib/message-texts.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { safeText } from '../../lib/safe-text.ts'
import { savesData } from '../../lib/saves-data.ts'
import { t } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { moveFocusToHeading, useSingleKeys } from '../../ui/single-keys.ts'
import { type ReviewActions, reviewActions } from './review-actions.ts'
import { ReviewChoices } from './review-choices.tsx'
import { MailExcerpt } from './review-excerpt.tsx'
import { ReviewGroupHeader } from './review-group-header.tsx'
import { describeNext, rowTitle } from './review-row-texts.ts'
import { allOfSender, answerable, type ReviewRow } from './review-rows.ts'
import { reviewGrid } from './review-skeleton.tsx'
import { type FolderUsage, useDestinations } from './use-review-destinations.ts'
import type { Review } from './use-review.ts'

// The rows of the history are much code, and come below the answers.
const ReviewGroupEmails = onDemand(async () => (await import('./review-group-emails.tsx')).ReviewGroupEmails, {
  waiting: () => <Skeleton className="h-60 w-full rounded-lg" />,
})
const ChooseFolder = onDemand(async () => (await import('./review-dialogs.tsx')).ChooseFolderForReview, {
  failed: ({ onClose }) => onClose(),
})
const NewFolder = onDemand(async () => (await import('./review-dialogs.tsx')).NewFolderForReview, {
  failed: ({ onClose }) => onClose(),
})
interface ReviewItemProps {
  row: ReviewRow
  review: Review
  usage: FolderUsage | null
}

/** The current email or group with its answers. */
export function ReviewItem({ row, review, usage }: ReviewItemProps) {
  const destinationsQuery = useDestinations(row, usage)
  const [dialog, setDialog] = useState<'choose' | 'create' | null>(null)
  const [first] = row.emails
  const only = row.emails.length === 1 ? first : undefined
  const openInMailbox = useOpenInMailbox(first?.entry ?? null)
  usePrefetchedExcerpt(review)

  const announceNext = (done: string, next: ReviewRow | null): void => {
    announce(next ? `${done} ${describeNext(next)}` : `${done} ${t('That was the last one.')}`)
    moveFocusToHeading()
  }
  const move = (to: MailPlace): void => announceNext(doneText(to), review.answer(row, to))
  const ofSender = allOfSender(review.rows, row)
  const answerEmail = (email: ReviewEmail, to: MailPlace): void => {
    announce(doneText(to))
    review.answerEmail(email, to)
  }
  const actions = reviewActions({
    row,
    destinations: destinationsQuery.destinations,
    isLoading: !destinationsQuery.destinations && !destinationsQuery.failed,
    move,
    ofSender:
      ofSender && ofSender.length > row.emails.length
        ? {
            count: ofSender.length,
            move: (to) => announceNext(doneText(to), review.answer({ ...row, emails: ofSender }, to)),
          }
        : null,
    moveTo: () => setDialog('choose'),
    newFolder: () => setDialog('create'),
    skip: () => announceNext(t('Skipped.'), review.skip(row)),
    toggleGroup: () => {
      if (only) review.close(row)
      else review.open(row)
      moveFocusToHeading()
    },
    openInMailbox: only ? openInMailbox : null,
  })
  useReviewKeys(actions, review)

  const choices = <ReviewChoices row={row} actions={actions} destinationsQuery={destinationsQuery} />
  return (
    <>
      <article aria-label={rowTitle(row)} className="@container min-w-0">
        {only ? (
          <div className={reviewGrid.whole}>
            <ReviewMessageHeader entry={only.entry} />
            <MailExcerpt logId={only.entry.id} scroller={reviewGrid.excerpt} />
            <div className={reviewGrid.choices}>{choices}</div>
            <ReviewExplanation entry={only.entry} />
          </div>
        ) : (
          <div className={reviewGrid.group}>
            <ReviewGroupHeader row={row} />
            {choices}
            <ReviewGroupEmails row={row} onAnswer={answerEmail} />
          </div>
        )}
      </article>
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

const doneText = ({ id, name }: MailPlace): string =>
  id === null ? t('Kept in the inbox.') : t('Into {folder}.', { folder: name })

/** The answers by key and in the palette. */
function useReviewKeys({ primary, answers, folders, ofSender }: ReviewActions, review: Review): void {
  const all = [...answers, ...folders, ...(ofSender ? [ofSender] : [])]
  useSingleKeys((key) => {
    const run = key === 'enter' || key === 'e' ? primary?.run : runOf(all, key)
    if (run) run()
    else if (key === 'j' || key === 'arrowdown') review.step(1)
    else if (key === 'k' || key === 'arrowup') review.step(-1)
    else return false
    return true
  })
  const steps = [
    { name: t('Next'), key: 'J', run: () => review.step(1) },
    { name: t('Previous'), key: 'K', run: () => review.step(-1) },
  ]
  useCommands([...all.map((action) => (action === primary ? { ...action, key: 'E' } : action)), ...steps])
}

/** The text of the next email is there when it is shown. It is no longer read once the user leaves. */
function usePrefetchedExcerpt({ rows, current }: Review): void {
  const all = answerable(rows)
  const next = current && all[all.indexOf(current) + 1]
  const nextId = next?.emails.length === 1 ? next.emails[0]?.entry.id : undefined
  const isWanted = nextId !== undefined && !savesData()
  useQuery({ ...mailExcerptQuery(nextId ?? ''), enabled: isWanted, notifyOnChangeProps: [] })
}

/** Subject, sender and time of a message. */
function ReviewMessageHeader({ entry }: { entry: HistoryEntry }) {
  const { from_name: name, from_address: address, mailbox_id, processed_at } = entry
  const mailbox = useDistinctAddress(mailbox_id)
  return (
    <header className="min-w-0">
      {/* Reserves two lines in one column, so that the buttons below do not move. */}
      <div className="flex items-end @max-3xl:min-h-13">
        <h3 title={subjectText(entry.subject)} className="line-clamp-2 text-lg font-semibold wrap-anywhere">
          <bdi>{subjectText(entry.subject)}</bdi>
        </h3>
      </div>
      <p className="mt-1 truncate text-sm">
        <bdi className="font-medium">{senderText(entry)}</bdi>
        {name && address && <bdi className="text-muted"> {safeText(address)}</bdi>}
      </p>
      <p className="truncate text-sm text-muted">
        <time dateTime={processed_at} title={formatDateTime(processed_at)}>
          {formatMoment(processed_at, now())}
        </time>
        {mailbox && ` · ${mailbox}`}
      </p>
    </header>
  )
}

/** Why the message stayed in the inbox, and the evidence for the likeliest folder. */
function ReviewExplanation({ entry }: { entry: HistoryEntry }) {
  const explanation = explanationText(entry)
  return (
    <section className="min-w-0 self-start rounded-lg border border-line bg-canvas p-4 text-sm">
      <div className="flex items-baseline justify-between gap-3">
        <h4 className="font-semibold">{t('Why is it here?')}</h4>
        <p className="shrink-0 text-muted">
          <ConfidenceLabel entry={entry} />
        </p>
      </div>
      {explanation && <p className="mt-1 text-pretty wrap-anywhere">{explanation}</p>}
      {entry.evidence.length > 0 && (
        <>
          <p className="mt-3 text-xs text-muted">{t('Main reasons')}</p>
          <EvidenceList evidence={entry.evidence} />
        </>
      )}
    </section>
  )
}
