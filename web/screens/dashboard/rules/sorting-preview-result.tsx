import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import type { PreviewSortingInput, PreviewSortingOutput } from '../../../../contract/functions/preview-sorting.ts'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { messageOf } from '../../../api/api-error.ts'
import { foldersQuery } from '../../../api/folders.ts'
import { previewQuery } from '../../../api/preview-sorting.ts'
import { folderName } from '../../../lib/folder-name.ts'
import { formatCount } from '../../../lib/format.ts'
import { listInitialLength } from '../../../limits.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

interface SortingPreviewResultProps {
  folder: EmailFolder
  change: Pick<PreviewSortingInput, 'condition' | 'withoutCondition' | 'order'>
}

export function SortingPreviewResult({ folder, change }: SortingPreviewResultProps) {
  const { data, error, isFetching, refetch } = useQuery(
    previewQuery({ mailboxId: folder.mailbox_id, folderId: folder.id, ...change }),
  )
  return (
    <section aria-label="Preview" className="mt-3 rounded-lg border border-line bg-sunken p-3 text-sm text-pretty">
      <output className="block">
        {data ? (
          <p>{summaryOf(data)}</p>
        ) : (
          !error && (
            <>
              <span className="sr-only">Looking at your last emails...</span>
              <Skeleton className="h-5 w-64 max-w-full" />
            </>
          )
        )}
      </output>
      {error && !data && (
        <div role="alert" className="text-bad">
          The preview could not be made: {messageOf(error)}
          <div className="mt-2">
            <Button size="small" busy={isFetching} onClick={() => void refetch()}>
              Try Again
            </Button>
          </div>
        </div>
      )}
      {data && data.changed.length > 0 && <Changed mails={data.changed} mailboxId={folder.mailbox_id} />}
    </section>
  )
}

function summaryOf({ looked, into, outOf, unsure, changed }: PreviewSortingOutput): string {
  if (looked === 0) return 'There are no emails yet to try this on. They show in the history once they are sorted.'
  const counts = `${into} would come in, ${outOf} would go out, ${unsure} stay unsure.`
  const of = looked === 1 ? 'Of your last email' : `Of your last ${formatCount(looked, 'email')}`
  return `${of}: ${counts}${changed.length === 0 ? ' Nothing would change.' : ''}`
}

function Changed({ mails, mailboxId }: { mails: PreviewSortingOutput['changed']; mailboxId: string }) {
  const { data: folders = [] } = useQuery(foldersQuery(mailboxId))
  const [all, setAll] = useState(false)
  const nameOf = (place: string): string => {
    if (place === 'inbox') return 'Inbox'
    if (place === 'unsure') return 'Inbox, unsure'
    const found = folders.find(({ id }) => id === place)
    return found ? folderName(found) : 'A folder that is gone'
  }
  return (
    <>
      <ul aria-label="Emails that change" className="mt-2 divide-y divide-line border-t border-line">
        {mails.slice(0, all ? undefined : listInitialLength).map(({ logId, subject, from, before, after }) => (
          <li key={logId} className="py-2">
            <p dir="auto" className="text-left wrap-anywhere">
              {subject || 'No subject'}
            </p>
            <p className="text-muted">
              {from && <bdi className="mr-2 wrap-anywhere">{from}</bdi>}
              <span className="inline-flex flex-wrap items-center gap-1 text-ink">
                <bdi className="wrap-anywhere">{nameOf(before)}</bdi>
                <span className="sr-only">to</span>
                <ArrowRight aria-hidden="true" className="size-3.5 shrink-0" />
                <bdi className="wrap-anywhere">{nameOf(after)}</bdi>
              </span>
            </p>
          </li>
        ))}
      </ul>
      {mails.length > listInitialLength && (
        <Button tone="quiet" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${mails.length}`}
        </Button>
      )}
    </>
  )
}
