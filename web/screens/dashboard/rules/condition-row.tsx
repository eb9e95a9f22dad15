import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { FolderCondition } from '../../../../contract/functions/folder-conditions.ts'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { conditionWords } from './condition-words.ts'
import { SortingPreview } from './sorting-preview.tsx'

interface ConditionRowProps {
  condition: FolderCondition
  /** Where it leads; undefined where the folder is not there any more. */
  folder: EmailFolder | undefined
  isFirst: boolean
  isLast: boolean
  busy: boolean
  onMove: (direction: 'up' | 'down') => void
  onRemove: () => void
}

/** Before it is removed it shows what would become of the last mails without it. */
export function ConditionRow({ condition, folder, isFirst, isLast, busy, onMove, onRemove }: ConditionRowProps) {
  const [isAsked, setIsAsked] = useState(false)
  const trash = useRef<HTMLButtonElement>(null)
  const words = conditionWords(condition)
  const keep = (): void => {
    setIsAsked(false)
    trash.current?.focus()
  }
  return (
    <li className="py-2">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <p dir="auto" className="text-left font-medium wrap-anywhere">
            {words}
          </p>
          <p className="text-muted wrap-anywhere">into {folder ? folder.display_name || folder.folder_name : ''}</p>
        </div>
        <IconButton
          label={`Move up: ${words}`}
          icon={<ArrowUp aria-hidden="true" />}
          // Not disabled: the focus must not be lost where it has come to the end.
          aria-disabled={isFirst || busy || undefined}
          className="aria-disabled:opacity-50"
          onClick={() => isFirst || busy || onMove('up')}
        />
        <IconButton
          label={`Move down: ${words}`}
          icon={<ArrowDown aria-hidden="true" />}
          aria-disabled={isLast || busy || undefined}
          className="aria-disabled:opacity-50"
          onClick={() => isLast || busy || onMove('down')}
        />
        <IconButton
          ref={trash}
          label={`Remove: ${words}`}
          icon={<Trash2 aria-hidden="true" />}
          aria-disabled={busy || undefined}
          aria-expanded={isAsked}
          onClick={() => busy || setIsAsked(!isAsked)}
        />
      </div>
      {isAsked && (
        <fieldset className="mt-1 min-w-0">
          <legend className="sr-only">Remove this condition: {words}</legend>
          {folder && <SortingPreview folder={folder} change={{ withoutCondition: condition.id }} />}
          <div className="mt-3 flex flex-wrap justify-end gap-2">
            <Button size="small" onClick={keep}>
              Keep
            </Button>
            <Button size="small" tone="danger" busy={busy} onClick={onRemove}>
              Remove Condition
            </Button>
          </div>
        </fieldset>
      )}
    </li>
  )
}
