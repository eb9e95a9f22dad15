import { Pencil } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import type { EmailFolder, EmailFolderChange } from '../../../../contract/tables.ts'
import { useChangeFolder } from '../../../api/folders.ts'
import { folderName } from '../../../lib/folder-name.ts'
import { toastError } from '../../../lib/toast.ts'
import { t, text } from '../../../texts/translate.ts'
import { IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Switch } from '../../../ui/switch.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { instructionsDraft } from './instructions-draft.ts'
import { controlOf } from './use-roving-focus.ts'

interface CellProps {
  folder: EmailFolder
  className: string
}

interface InstructionsCellProps extends CellProps {
  ref: Ref<HTMLButtonElement>
  /** Null: they cannot be edited. */
  onEdit: (() => void) | null
}

export function InstructionsCell({ ref, folder: { id, instructions }, className, onEdit }: InstructionsCellProps) {
  const shown = (
    <span
      dir="auto"
      className={cx('line-clamp-4 text-left wrap-anywhere', instructions ? 'text-ink' : 'text-muted')}
      title={instructions || undefined}
    >
      {instructions || t('No instructions')}
    </span>
  )
  return (
    <td className={cx(className, 'px-3 py-4 max-md:hidden')}>
      {onEdit ? (
        // The keyboard has the pencil beside it.
        <button ref={ref} type="button" tabIndex={-1} onClick={onEdit} className="block w-full cursor-text rounded-sm">
          {shown}
        </button>
      ) : (
        shown
      )}
      <DraftHint folderId={id} />
    </td>
  )
}

/** Says that instructions were written and not saved. */
export const DraftHint = ({ folderId }: { folderId: string }) =>
  instructionsDraft.read(folderId) !== null && <p className="text-xs font-normal text-warn">{t('Unsaved draft')}</p>

/** Belongs into the row: the cells are unmounted while the instructions are edited, and errors would get lost. */
export function useFolderSwitches(folder: EmailFolder) {
  const change = useChangeFolder(folder)
  const toggle = (next: EmailFolderChange): void =>
    change.mutate(next, {
      onError: () => toastError(t('Update Failed'), t('Failed to update folder settings. Please try again.')),
    })
  return { busy: change.isPending, toggle }
}

interface SwitchCellsProps extends CellProps {
  readOnly: boolean
  switches: ReturnType<typeof useFolderSwitches>
}

/** Cells of “Active” and “Include in AI”. */
export function SwitchCells({ folder, className, readOnly, switches: { busy, toggle } }: SwitchCellsProps) {
  const name = folderName(folder)
  return (
    <>
      <td className={cx(className, 'px-2 pt-4')}>
        <Switch
          control={controlOf('active')}
          label={t('Active: {name}', { name })}
          checked={folder.active}
          busy={busy}
          disabled={readOnly}
          onChange={(active) => toggle({ active })}
        />
      </td>
      <td className={cx(className, 'px-2 pt-4')}>
        <Switch
          control={controlOf('include-in-ai')}
          label={t('Include in AI: {name}', { name })}
          checked={folder.include_in_ai}
          busy={busy}
          disabled={readOnly}
          onChange={(include_in_ai) => toggle({ include_in_ai })}
        />
      </td>
    </>
  )
}

interface EditButtonCellProps extends CellProps {
  ref: Ref<HTMLButtonElement>
  disabled: boolean
  /** Called before the button can be pressed. */
  prepare: () => void
  onClick: () => void
}

export const EditButtonCell = ({ ref, folder, className, disabled, prepare, onClick }: EditButtonCellProps) => (
  <td className={cx(className, 'px-2 py-2 max-md:pt-0.5')} onPointerEnter={prepare} onFocus={prepare}>
    <IconButton
      ref={ref}
      {...controlOf('edit')}
      label={t('Edit instructions of {folder}', { folder: folderName(folder) })}
      icon={<Pencil aria-hidden="true" />}
      disabled={disabled}
      onClick={onClick}
    />
  </td>
)

const tooltipOpenDelayMs = 700
const tooltipSkipDelayMs = 300

/** A word with a tooltip that explains it. */
export const Explained = (props: { text: string; className?: string; children: ReactNode }) => (
  <Tooltip {...props} openDelay={tooltipOpenDelayMs} skipDelay={tooltipSkipDelayMs} />
)

/** What the switches of a folder mean. */
export const columnTexts = {
  active: {
    title: text('Active'),
    text: text('When off, no emails are sorted into this folder, and its actions do not run.'),
  },
  includeInAi: {
    title: text('Include in AI'),
    text: text('When off, this folder is not considered.'),
  },
} as const
