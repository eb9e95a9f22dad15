import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Paperclip } from 'lucide-react'
import { useState } from 'react'
import type { MailExcerptOutput } from '../../../contract/functions/mail-excerpt.ts'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { mailExcerptQuery } from '../../api/mail-excerpt.ts'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { useProduct } from '../../api/product.tsx'
import { folderName } from '../../lib/folder-name.ts'
import { senderText, subjectText } from '../../lib/message-texts.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { safeText } from '../../lib/safe-text.ts'
import { safeServiceUrl } from '../../lib/safe-url.ts'
import { t, text } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { linkClasses } from '../../ui/link-classes.ts'
import { RetryButton } from '../../ui/retry-button.tsx'
import {
  KeysLegend,
  moveFocusToHeading,
  type Shortcut,
  type SingleKeysSetting,
  useSingleKeys,
} from '../../ui/single-keys.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ReviewChoices } from './review-choices.tsx'
import type { Destination } from './review-destinations.ts'
import { reviewGrid } from './review-skeleton.tsx'
import { ReviewExplanation, ReviewMessageHeader } from './review-message.tsx'
import { type FolderUsage, useDestinations } from './use-review-destinations.ts'
import type { Review } from './use-review.ts'

const MoveDialog = onDemand(async () => (await import('../../features/mail/move-dialog.tsx')).MoveDialog, {
  failed: ({ onClose }) => onClose(),
})
const NewFolderForMail = onDemand(
  async () => (await import('../../features/mail/new-folder-for-mail.tsx')).NewFolderForMail,
  {
    failed: ({ onClose }) => onClose(),
  },
)
const shortcuts: readonly Shortcut[] = [
  { names: ['Enter', '1'], effect: text('most likely folder') },
  { names: ['2', '–', '9'], effect: text('other folders') },
  { names: ['I'], effect: text('keep in inbox') },
  { names: ['S'], effect: text('skip') },
  { names: ['N'], effect: text('new folder') },
  { names: ['Z'], effect: text('undo the last') },
]
/** Named when it is shown: modules run before the language is known. */
const inbox = (): Destination => ({ id: null, name: t('Inbox') })

interface ReviewItemProps {
  entry: HistoryEntry
  review: Review
  keys: SingleKeysSetting
  usage: FolderUsage | null
}

/** The current message with its answers. */
export function ReviewItem({ entry, review, keys, usage }: ReviewItemProps) {
  const destinationsQuery = useDestinations(entry, usage)
  const { destinations } = destinationsQuery
  const [choosing, setChoosing] = useState(false)
  const [creating, setCreating] = useState(false)

  const announceNext = (done: string, next: HistoryEntry | null): void => {
    announce(next ? `${done} ${describeNext(next)}` : `${done} ${t('That was the last one.')}`)
    moveFocusToHeading()
  }
  const move = (destination: Destination): void =>
    announceNext(
      destination.id === null ? t('Kept in the inbox.') : t('Into {folder}.', { folder: destination.name }),
      review.answer(entry, destination),
    )
  const skip = (): void => announceNext(t('Skipped.'), review.skip(entry))

  useSingleKeys(keys.on, (pressed) => {
    const key = pressed === 'enter' ? '1' : pressed
    const { likeliest = null, others = [], hasMore = false } = destinations ?? {}
    const destination = key === 'i' ? inbox() : key === '1' ? likeliest : (others[Number(key) - 2] ?? null)
    if (destination) move(destination)
    else if (key === 's') skip()
    else if (key === 'n') setCreating(true)
    else if (key === 'm' && hasMore) setChoosing(true)
    else if (key === '1' && destinations) announce(t('No folder is likely'))
    else return false
    return true
  })

  return (
    <>
      <article className={reviewGrid.whole}>
        <ReviewMessageHeader entry={entry} />
        <div className={reviewGrid.excerpt}>
          <MailExcerpt logId={entry.id} />
        </div>
        <div className={reviewGrid.choices}>
          <ReviewChoices
            destinationsQuery={destinationsQuery}
            hasKeys={keys.on}
            onMove={move}
            onMore={() => setChoosing(true)}
            onNewFolder={() => setCreating(true)}
            onKeep={() => move(inbox())}
            onSkip={skip}
          />
        </div>
        <ReviewExplanation entry={entry} />
      </article>
      <KeysLegend shortcuts={shortcuts} keys={keys} />
      {creating && (
        <NewFolderForMail
          entry={entry}
          onClose={() => setCreating(false)}
          onCreated={(folder) => move({ id: folder.id, name: folderName(folder) })}
        />
      )}
      {choosing && <MoveDialog entry={entry} onClose={() => setChoosing(false)} onMove={move} />}
    </>
  )
}

function describeNext(entry: HistoryEntry): string {
  const mail = { subject: subjectText(entry.subject), sender: senderText(entry, t('an unknown sender')) }
  return entry.runner_up_folder
    ? t('Next: {subject}, from {sender}. Most likely: {folder}', { ...mail, folder: safeText(entry.runner_up_folder) })
    : t('Next: {subject}, from {sender}', mail)
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'mail_gone'

/** The first lines of an email, the names of its attachments, and a link to it. */
function MailExcerpt({ logId }: { logId: string }) {
  const { data, error, isFetching, refetch } = useQuery(mailExcerptQuery(logId))
  return (
    // The height of a few lines is reserved, so that nothing moves when the text arrives.
    <div className="text-sm lg:min-h-40">
      {data ? (
        <Excerpt excerpt={data} />
      ) : error ? (
        <p role="alert" className="text-muted">
          {t('The text could not be loaded: {message}', { message: messageOf(error) })}{' '}
          {!isGone(error) && (
            <RetryButton size="small" className="mt-2 flex" busy={isFetching} onRetry={() => refetch()} />
          )}
        </p>
      ) : (
        <>
          <output className="sr-only">{t('Reading the email...')}</output>
          <Skeleton className="h-4 w-full" />
          <Skeleton className="mt-2 h-4 w-11/12" />
          <Skeleton className="mt-2 h-4 w-2/3" />
        </>
      )}
    </div>
  )
}

function Excerpt({ excerpt: { text, isTruncated, attachmentNames, webLink } }: { excerpt: MailExcerptOutput }) {
  const { sandboxUrl } = useProduct()
  const link = safeServiceUrl(webLink, sandboxUrl)
  return (
    <>
      {text === '' ? (
        <p className="text-muted">{t('This email has no text.')}</p>
      ) : (
        <section aria-label={t('Start of the email')}>
          <p dir="auto" className="text-left wrap-anywhere whitespace-pre-line">
            {text}
            {isTruncated && '…'}
          </p>
        </section>
      )}
      {attachmentNames.length > 0 && (
        <ul aria-label={t('Attachments')} className="mt-3 flex flex-wrap gap-1.5 text-xs">
          {attachmentNames.map((name, at) => (
            <li
              key={`${at} ${name}`}
              className="flex max-w-full items-center gap-1.5 rounded-md border border-line px-2 py-1"
            >
              <Paperclip aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
              <bdi className="truncate">{safeText(name) || t('Unnamed')}</bdi>
            </li>
          ))}
        </ul>
      )}
      {link && (
        <p className="mt-3">
          <a href={link.href} target="_blank" rel="noreferrer" className={`${linkClasses} inline-flex gap-1.5`}>
            {t('Open in Outlook')}
            <ExternalLink aria-hidden="true" className="size-4 self-center" />
            <span className="sr-only">{` ${t('(opens in a new tab)')}`}</span>
          </a>
        </p>
      )}
    </>
  )
}
