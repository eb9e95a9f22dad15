import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import type { PreviewInstructionsOutput, RecentEmail } from '../../../../contract/functions/preview-instructions.ts'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { messageOf } from '../../../api/api-error.ts'
import { instructionsPreviewQuery } from '../../../api/preview-instructions.ts'
import { useIsDebounced } from '../../../lib/use-is-debounced.ts'
import { listInitialLength } from '../../../limits.ts'
import { Button } from '../../../ui/button.tsx'
import { RetryButton } from '../../../ui/retry-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ExamplePicker } from './example-picker.tsx'
import { EmailLine, usePlaceText } from './preview-texts.tsx'
import { t, tn } from '../../../texts/translate.ts'

interface InstructionsPreviewResultProps {
  folder: EmailFolder
  /** As typed; requested once the user pauses. */
  text: string
}

const instructionsPreviewDebounceMs = 700

export function InstructionsPreviewResult({ folder, text }: InstructionsPreviewResultProps) {
  const instructions = text.trim()
  const isDebounced = useIsDebounced(instructions, instructionsPreviewDebounceMs)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...instructionsPreviewQuery({ mailboxId: folder.mailbox_id, folderId: folder.id, instructions }),
    enabled: isDebounced,
    // The former result stays until the next one arrives: the rows below do not jump with each letter.
    placeholderData: keepPreviousData,
  })
  const isOutdated = !isDebounced || isFetching || isPlaceholderData
  const isSaved = instructions === folder.instructions.trim()
  return (
    <section
      aria-label={t('Preview')}
      aria-busy={isOutdated}
      className="mt-3 min-h-72 rounded-lg border border-line bg-canvas p-3 text-sm text-pretty"
    >
      {error && !isOutdated ? (
        <div role="alert">
          <p className="text-bad">{t('The preview could not be created: {error}', { error: messageOf(error) })}</p>
          <p className="mt-1">{t('You can save the instructions anyway.')}</p>
          <div className="mt-2">
            <RetryButton size="small" onRetry={() => refetch()} />
          </div>
        </div>
      ) : (
        <>
          <output className="block">
            {data && !isOutdated ? (
              <p>{summaryOf(data, { isSaved, isEmpty: instructions === '' })}</p>
            ) : (
              <>
                <span className="sr-only">{t('Looking at your last emails...')}</span>
                <Skeleton className="h-5 w-4/5" />
              </>
            )}
          </output>
          {data && (
            <div className={isOutdated ? 'opacity-60' : undefined}>
              <Changes folder={folder} result={data} isSaved={isSaved} />
              {/* Keyed by folder only: picks and their confirmation survive the next result. */}
              <ExamplePicker folder={folder} emails={data.closest} />
            </div>
          )}
        </>
      )}
    </section>
  )
}

function summaryOf(
  { looked, matched, into, outOf, toReview, stays }: PreviewInstructionsOutput,
  { isSaved, isEmpty }: { isSaved: boolean; isEmpty: boolean },
): string {
  if (looked === 0) return t('There are no emails in this mailbox yet to try the instructions on.')
  const emails = tn(looked, 'your last email', 'your last {count} emails')
  const counts = { emails, into: into.length, outOf: outOf.length }
  if (toReview.length > 0)
    return t(
      'Of {emails}, {into} would come here and {outOf} would leave, {review} would wait for your review. ' +
        'Nothing is moved.',
      { ...counts, review: toReview.length },
    )
  if (into.length + outOf.length > 0)
    return t('Of {emails}, {into} would come here and {outOf} would leave. Nothing is moved.', counts)
  if (isSaved && stays.length > 0)
    return tn(stays.length, 'Of {emails}, {count} belongs here.', 'Of {emails}, {count} belong here.', { emails })
  const sentences = [
    !isSaved && t('Nothing would change.'),
    isEmpty && t('Write which emails belong here, and you see which of {emails} would come.', { emails }),
    !isEmpty &&
      stays.length > 0 &&
      tn(
        stays.length,
        '{count} email of {emails} already belongs here.',
        '{count} emails of {emails} already belong here.',
        { emails },
      ),
    !isEmpty &&
      (matched === 0
        ? t('The words matched none of {emails}; these came closest.', { emails })
        : t('The words matched {matched} of {emails}, not clearly enough; these came closest.', { matched, emails })),
  ]
  return sentences.filter(Boolean).join(' ')
}

interface ChangesProps {
  folder: EmailFolder
  result: PreviewInstructionsOutput
  isSaved: boolean
}

const Changes = ({ folder, result: { into, outOf, toReview, stays }, isSaved }: ChangesProps) => (
  <>
    <Emails title={t('Would come here')} emails={into} folder={folder} shows="before" />
    <Emails title={t('Would leave')} emails={outOf} folder={folder} shows="after" />
    <Emails title={t('Would wait for your review')} emails={toReview} folder={folder} shows="before" />
    {isSaved && <Emails title={t('Belong here')} emails={stays} folder={folder} shows={null} />}
  </>
)

interface EmailsProps {
  title: string
  emails: readonly RecentEmail[]
  folder: EmailFolder
  /** The other place to name: where the email would go without the change, or with it. */
  shows: 'before' | 'after' | null
}

function Emails({ title, emails, folder, shows }: EmailsProps): ReactNode {
  const placeText = usePlaceText(folder.mailbox_id)
  const [all, setAll] = useState(false)
  const id = useId()
  if (emails.length === 0) return null
  return (
    <div className="mt-3">
      {/* No heading: in the row there is none above it. */}
      <p id={id} className="font-semibold">
        {title} ({emails.length})
      </p>
      <ul aria-labelledby={id} className="divide-y divide-line">
        {emails.slice(0, all ? undefined : listInitialLength).map((email) => (
          <li key={email.messageId} className="py-1.5">
            <EmailLine email={email}>
              {shows === 'before' && t('now: {place}', { place: placeText(email.before) })}
              {shows === 'after' && t('then: {place}', { place: placeText(email.after) })}
            </EmailLine>
          </li>
        ))}
      </ul>
      {emails.length > listInitialLength && (
        <Button tone="quiet" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('Show Fewer') : t('Show All {count}', { count: emails.length })}
        </Button>
      )}
    </div>
  )
}
