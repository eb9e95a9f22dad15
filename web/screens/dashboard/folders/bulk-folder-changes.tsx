import type { EmailFolder, EmailFolderChange } from '../../../../contract/tables.ts'
import { useChangeFolders } from '../../../api/folders.ts'
import { toastError } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { t, text, tn } from '../../../texts/translate.ts'

interface FoldersAtOnceProps {
  mailboxId: string
  folders: readonly EmailFolder[]
  onDone: () => void
}

const changes: { label: string; change: EmailFolderChange }[] = [
  { label: text('Turn on'), change: { active: true } },
  { label: text('Turn off'), change: { active: false } },
  { label: text('Use AI'), change: { include_in_ai: true } },
  { label: text("Don't use AI"), change: { include_in_ai: false } },
]

const barClasses =
  'sticky bottom-0 z-10 flex flex-wrap items-center gap-2 rounded-b-xl border-t border-line ' +
  'bg-surface px-5 py-3 shadow-float max-lg:bottom-16'

/** Buttons that change all selected folders; sticky below a long table. */
export function BulkFolderChanges({ mailboxId, folders, onDone }: FoldersAtOnceProps) {
  const save = useChangeFolders(mailboxId)
  const apply = ({ label, change }: (typeof changes)[number]): void =>
    save.mutate(
      { ids: folders.map((folder) => folder.id), change },
      {
        onSuccess: () =>
          announce(
            tn(folders.length, '{change}: {count} folder changed', '{change}: {count} folders changed', {
              change: t(label),
            }),
          ),
        onError: () => toastError(t('Update Failed'), t('Failed to update folder settings. Please try again.')),
      },
    )
  return (
    <section aria-label={t('Change the selected folders')} className={barClasses}>
      <p aria-live="polite" className="mr-auto text-sm font-medium max-sm:w-full">
        {tn(folders.length, '{count} folder selected', '{count} folders selected')}
      </p>
      {changes.map((each) => (
        <Button
          key={each.label}
          size="small"
          disabled={folders.length === 0 || save.isPending}
          className="max-sm:w-[calc(50%-0.25rem)]"
          onClick={() => apply(each)}
        >
          {t(each.label)}
        </Button>
      ))}
      <Button size="small" tone="quiet" className="max-sm:w-full" onClick={onDone}>
        {t('Done')}
      </Button>
    </section>
  )
}
