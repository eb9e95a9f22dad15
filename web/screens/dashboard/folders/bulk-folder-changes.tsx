import type { EmailFolder, EmailFolderChange } from '../../../../contract/tables.ts'
import { useChangeFolders } from '../../../api/folders.ts'
import { formatCount } from '../../../lib/format.ts'
import { toastError } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'

interface FoldersAtOnceProps {
  mailboxId: string
  folders: readonly EmailFolder[]
  onDone: () => void
}

const changes: { label: string; change: EmailFolderChange }[] = [
  { label: 'Active on', change: { active: true } },
  { label: 'Active off', change: { active: false } },
  { label: 'Include in AI on', change: { include_in_ai: true } },
  { label: 'Include in AI off', change: { include_in_ai: false } },
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
        onSuccess: () => announce(`${label}: ${formatCount(folders.length, 'folder')} changed`),
        onError: () => toastError('Update Failed', 'Failed to update folder settings. Please try again.'),
      },
    )
  return (
    <section aria-label="Change the selected folders" className={barClasses}>
      <p aria-live="polite" className="mr-auto text-sm font-medium max-sm:w-full">
        {formatCount(folders.length, 'folder')} selected
      </p>
      {changes.map((each) => (
        <Button
          key={each.label}
          size="small"
          disabled={folders.length === 0 || save.isPending}
          className="max-sm:w-[calc(50%-0.25rem)]"
          onClick={() => apply(each)}
        >
          {each.label}
        </Button>
      ))}
      <Button size="small" tone="quiet" className="max-sm:w-full" onClick={onDone}>
        Done
      </Button>
    </section>
  )
}
