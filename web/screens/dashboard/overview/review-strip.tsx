import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, ListChecks } from 'lucide-react'
import { actingFoldersQuery } from '../../../api/acting-folders.ts'
import type { MailPlace } from '../../../api/correct-sorting.ts'
import { reviewQuery } from '../../../api/review.ts'
import { useMarkedEmails } from '../../../features/mail/answered-emails.ts'
import { giveAnswer, undoAnswer } from '../../../features/mail/give-answer.ts'
import { groupTitle, withoutActionsText } from '../../../features/mail/group-texts.ts'
import { type ReviewGroup, reviewGroups } from '../../../features/mail/review-groups.ts'
import { safeText } from '../../../lib/safe-text.ts'
import { toastSuccess } from '../../../lib/toast.ts'
import { Link } from '../../../routing/link.tsx'
import { t, tn } from '../../../texts/translate.ts'
import { cx } from '../../../ui/cx.ts'
import { buttonClasses, Button } from '../../../ui/button.tsx'
import { linkClasses } from '../../../ui/link-classes.ts'

const maxGroupsShown = 2

/**
 * The largest groups of what waits for an answer, in one line.
 * @param count of all emails that wait
 */
export function ReviewStrip({ count }: { count: number }) {
  const { data } = useQuery(reviewQuery())
  const marks = useMarkedEmails()
  const listed = data?.entries ?? []
  const waiting = listed.filter(({ id, corrected_at }) => corrected_at === null && marks.get(id)?.is !== 'answered')
  const left = data ? data.total - (listed.length - waiting.length) : count
  const all = reviewGroups(waiting)
  const groups = all.filter(({ emails }) => emails.length > 1).slice(0, maxGroupsShown)
  if (left === 0) return null
  return (
    <section aria-label={t('To review')} className={stripClasses}>
      <ListChecks aria-hidden="true" className="size-4.5 shrink-0 text-accent" />
      <ul className="flex min-w-0 flex-1 gap-x-8">
        {groups.map((group, index) => (
          <li
            key={group.key}
            className={cx('flex min-w-0 items-center gap-x-2 max-sm:flex-col', index > 0 && 'max-xl:hidden')}
          >
            <GroupToAnswer group={group} all={all} />
          </li>
        ))}
        {groups.length === 0 && <li>{t('{count} to review', { count: left })}</li>}
      </ul>
      <Link to="/review" className={`${linkClasses} inline-flex shrink-0 items-center gap-1.5 [&_svg]:size-4`}>
        {/* On a phone the title and the buttons need its space. */}
        <span className="max-sm:sr-only">{t('Answer')}</span>
        <ArrowRight aria-hidden="true" />
      </Link>
    </section>
  )
}

const stripClasses =
  'flex h-12 max-sm:h-20 items-center gap-3 rounded-xl border border-accent/25 bg-accent-soft px-5 text-sm'

function GroupToAnswer({ group, all }: { group: ReviewGroup; all: readonly ReviewGroup[] }) {
  const file = useFileGroup(all)
  const folder = likelyFolder(group)
  const text = describeGroup(group, folder)
  return (
    <>
      <Link
        to="/review"
        search={{ group: group.key }}
        title={text}
        className="min-w-0 truncate rounded-sm font-medium hover:underline max-sm:w-full"
      >
        {text}
      </Link>
      <span className="flex shrink-0 items-center gap-x-1 max-sm:w-full">
        {folder && (
          <Button
            size="small"
            aria-label={t('{action}: {group}', { action: t('File all'), group: text })}
            onClick={() => void file(group, folder)}
          >
            {t('File all')}
          </Button>
        )}
        <Link
          to="/review"
          search={{ group: group.key, show: 'one-by-one' }}
          aria-label={t('{action}: {group}', { action: t('One by one'), group: text })}
          className={cx(buttonClasses('quiet', 'small'), !folder && 'max-sm:-ml-3')}
        >
          {t('One by one')}
        </Link>
      </span>
    </>
  )
}

/** Files a group into its folder. Its toast undoes that, also after the strip was left. */
function useFileGroup(all: readonly ReviewGroup[]) {
  const client = useQueryClient()
  return async ({ mailboxId, emails }: ReviewGroup, folder: MailPlace & { id: string }): Promise<void> => {
    const answer = giveAnswer(
      client,
      emails,
      folder,
      all.flatMap((group) => group.emails),
    )
    // The button, which has the focus, is removed.
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    const undo = async (): Promise<void> => {
      if ((await undoAnswer(client, answer)) === 'undone')
        toastSuccess(t('Back in {folder}', { folder: t('Inbox') }), t('Nothing was learned.'))
    }
    if (!(await answer.sent)) return
    const acting = await client.fetchQuery(actingFoldersQuery(mailboxId)).catch((): string[] => [])
    toastSuccess(
      tn(emails.length, '{count} email moved to {folder}', '{count} emails moved to {folder}', { folder: folder.name }),
      acting.includes(folder.id) ? t(withoutActionsText) : undefined,
      { label: t('Undo'), run: () => void undo() },
    )
  }
}

function describeGroup(group: ReviewGroup, folder: MailPlace | null): string {
  const count = group.emails.length
  if (group.type === 'other') return tn(count, '{count} email fits no folder', '{count} emails fit no folder')
  const emails = groupTitle(group, count)
  return folder ? t('{emails}, perhaps for {folder}', { emails, folder: folder.name }) : emails
}

/** The folder that the emails look like; null where they look like none, or it was deleted. */
function likelyFolder({ emails, folderId }: ReviewGroup): (MailPlace & { id: string }) | null {
  const name = emails.find(({ entry }) => entry.runner_up_folder_id === folderId)?.entry.runner_up_folder
  return folderId !== null && name ? { id: folderId, name: safeText(name) } : null
}
