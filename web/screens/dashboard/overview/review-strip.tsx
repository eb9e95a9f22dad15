import { useQuery } from '@tanstack/react-query'
import { ArrowRight, ListChecks } from 'lucide-react'
import type { HistoryEntry } from '../../../api/processing-logs.ts'
import { reviewQuery } from '../../../api/review.ts'
import { groupTitle } from '../../../features/mail/group-texts.ts'
import { reviewGroups } from '../../../features/mail/review-groups.ts'
import { safeText } from '../../../lib/safe-text.ts'
import { Link } from '../../../routing/link.tsx'
import { t, tn } from '../../../texts/translate.ts'
import { cx } from '../../../ui/cx.ts'
import { linkClasses } from '../../../ui/link-classes.ts'

const maxGroupsShown = 3

/**
 * The largest groups of what waits for an answer, in one line.
 * @param count of all emails that wait
 */
export function ReviewStrip({ count }: { count: number }) {
  const { data } = useQuery(reviewQuery())
  const groups = reviewGroups((data?.entries ?? []).filter(({ corrected_at }) => corrected_at === null))
    .filter(({ emails }) => emails.length > 1)
    .slice(0, maxGroupsShown)
  return (
    <section
      aria-label={t('To review')}
      className="flex h-12 items-center gap-3 rounded-xl border border-accent/25 bg-accent-soft px-5 text-sm"
    >
      <ListChecks aria-hidden="true" className="size-4.5 shrink-0 text-accent" />
      <ul className="flex min-w-0 flex-1 gap-x-8">
        {groups.map((group, index) => (
          <li key={group.key} className={cx('min-w-0 truncate', index > 0 && 'max-lg:hidden')}>
            <Link to="/review" search={{ group: group.key }} className="rounded-sm font-medium hover:underline">
              {describeGroup(group)}
            </Link>
          </li>
        ))}
        {groups.length === 0 && <li>{t('{count} to review', { count })}</li>}
      </ul>
      <Link to="/review" className={`${linkClasses} inline-flex shrink-0 items-center gap-1.5 [&_svg]:size-4`}>
        {t('Answer')}
        <ArrowRight aria-hidden="true" />
      </Link>
    </section>
  )
}

function describeGroup(group: ReturnType<typeof reviewGroups>[number]): string {
  const count = group.emails.length
  if (group.type === 'other') return tn(count, '{count} email fits no folder', '{count} emails fit no folder')
  const title = groupTitle(group, count)
  const folder = folderOf(group.emails[0]?.entry, group.folderId)
  return folder === null ? title : t('{emails}, perhaps for {folder}', { emails: title, folder: safeText(folder) })
}

const folderOf = (entry: HistoryEntry | undefined, folderId: string | null): string | null =>
  folderId !== null && entry?.runner_up_folder_id === folderId ? entry.runner_up_folder : null
