import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import type { PreviewSortingInput, PreviewSortingOutput } from '../../../../contract/functions/preview-sorting.ts'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { messageOf } from '../../../api/api-error.ts'
import { foldersQuery } from '../../../api/folders.ts'
import { previewQuery } from '../../../api/preview-sorting.ts'
import { folderName } from '../../../lib/folder-name.ts'
import { listInitialLength } from '../../../limits.ts'
import { Button } from '../../../ui/button.tsx'
import { RetryButton } from '../../../ui/retry-button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { t, tn } from '../../../texts/translate.ts'

interface SortingPreviewResultProps {
  folder: EmailFolder
  change: Pick<PreviewSortingInput, 'condition' | 'withoutCondition' | 'order'>
}

export function SortingPreviewResult({ folder, change }: SortingPreviewResultProps) {
  const { data, error, isFetching, refetch } = useQuery(
    previewQuery({ mailboxId: folder.mailbox_id, folderId: folder.id, ...change }),
  )
  return (
    <section aria-label={t('Preview')} className="mt-3 rounded-lg border border-line bg-sunken p-3 text-sm text-pretty">
      <output className="block">
        {data ? (
          <p>{summaryOf(data)}</p>
        ) : (
          !error && (
            <>
              <span className="sr-only">{t('Looking at your last emails...')}</span>
              <Skeleton className="h-5 w-64 max-w-full" />
            </>
          )
        )}
      </output>
      {error && !data && (
        <div role="alert" className="text-bad">
          {t('The preview could not be created: {error}', { error: messageOf(error) })}
          <div className="mt-2">
            <RetryButton size="small" busy={isFetching} onRetry={() => refetch()} />
          </div>
        </div>
      )}
      {data && data.changed.length > 0 && <Changed mails={data.changed} mailboxId={folder.mailbox_id} />}
    </section>
  )
}

function summaryOf({ looked, into, outOf, unsure, changed }: PreviewSortingOutput): string {
  if (looked === 0) return t('There are no emails yet to try this on. They show in the history once they are sorted.')
  if (changed.length === 0)
    return tn(looked, 'For your last email nothing would change.', 'For your last {count} emails nothing would change.')
  return tn(
    looked,
    'Of your last email: {into} would come in, {outOf} would go out, {unsure} stay unsure.',
    'Of your last {count} emails: {into} would come in, {outOf} would go out, {unsure} stay unsure.',
    { into, outOf, unsure },
  )
}

function Changed({ mails, mailboxId }: { mails: PreviewSortingOutput['changed']; mailboxId: string }) {
  const { data: folders = [] } = useQuery(foldersQuery(mailboxId))
  const [all, setAll] = useState(false)
  const nameOf = (place: string): string => {
    if (place === 'inbox') return t('Inbox')
    if (place === 'unsure') return t('Inbox, unsure')
    const found = folders.find(({ id }) => id === place)
    return found ? folderName(found) : t('A deleted folder')
  }
  return (
    <>
      <ul aria-label={t('Emails that change')} className="mt-2 divide-y divide-line border-t border-line">
        {mails.slice(0, all ? undefined : listInitialLength).map(({ logId, subject, from, before, after }) => (
          <li key={logId} className="py-2">
            <p dir="auto" className="text-left wrap-anywhere">
              {subject || t('No subject')}
            </p>
            <p className="text-muted">
              {from && <bdi className="mr-2 wrap-anywhere">{from}</bdi>}
              <span className="inline-flex flex-wrap items-center gap-1 text-ink">
                <bdi className="wrap-anywhere">{nameOf(before)}</bdi>
                <span className="sr-only">{t('to')}</span>
                <ArrowRight aria-hidden="true" className="size-3.5 shrink-0" />
                <bdi className="wrap-anywhere">{nameOf(after)}</bdi>
              </span>
            </p>
          </li>
        ))}
      </ul>
      {mails.length > listInitialLength && (
        <Button tone="quiet" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('Show Fewer') : t('Show All {count}', { count: mails.length })}
        </Button>
      )}
    </>
  )
}
