import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { type MouseEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FolderCondition } from '../../../../contract/functions/folder-conditions.ts'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ConditionOrderQuestion } from './condition-order-question.tsx'
import { ConditionQuestion } from './condition-question.tsx'
import { conditionWords } from './condition-words.ts'
import { SortingPreview } from './sorting-preview.tsx'
import type { ConditionOrder } from './use-condition-order.ts'

interface ConditionRowProps {
  condition: FolderCondition
  /** Where it leads; undefined where the folder is not there any more. */
  folder: EmailFolder | undefined
  at: number
  order: ConditionOrder
  busy: boolean
  onRemove: () => void
}

/** Before it is removed, or stands elsewhere, it shows what would become of the last mails then. */
export function ConditionRow({ condition, folder, at, order, busy, onRemove }: ConditionRowProps) {
  const [isRemoving, setIsRemoving] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const trash = useRef<HTMLButtonElement>(null)
  const up = useRef<HTMLButtonElement>(null)
  const pressed = useRef<HTMLButtonElement>(null)
  const words = conditionWords(condition)
  /** With the question beneath it, also at the end of a long list. */
  const show = (change: () => void): void => {
    flushSync(change)
    row.current?.scrollIntoView({ block: 'nearest' })
  }
  const move = ({ currentTarget }: MouseEvent<HTMLButtonElement>, to: number): void => {
    pressed.current = currentTarget
    // A row that goes to another place in the document takes the focus from what is in it.
    show(() => order.move(at, to))
    currentTarget.focus({ preventScroll: true })
  }
  const keep = (): void => {
    setIsRemoving(false)
    trash.current?.focus()
  }
  return (
    <li ref={row} className="py-2">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          <p dir="auto" className="text-left font-medium wrap-anywhere">
            {words}
          </p>
          <p className="text-muted wrap-anywhere">into {folder ? folder.display_name || folder.folder_name : ''}</p>
        </div>
        <IconButton
          ref={up}
          label={`Move up: ${words}`}
          icon={<ArrowUp aria-hidden="true" />}
          // Not disabled: the focus must not be lost where it has come to the end.
          aria-disabled={at === 0 || busy || undefined}
          className="aria-disabled:opacity-50"
          onClick={(event) => busy || move(event, at - 1)}
        />
        <IconButton
          label={`Move down: ${words}`}
          icon={<ArrowDown aria-hidden="true" />}
          aria-disabled={at === order.shown.length - 1 || busy || undefined}
          className="aria-disabled:opacity-50"
          onClick={(event) => busy || move(event, at + 1)}
        />
        <IconButton
          ref={trash}
          label={`Remove: ${words}`}
          icon={<Trash2 aria-hidden="true" />}
          aria-disabled={busy || undefined}
          aria-expanded={isRemoving}
          onClick={() => busy || show(() => setIsRemoving(!isRemoving))}
        />
      </div>
      {order.askedAt === at && (
        <ConditionOrderQuestion
          at={at}
          folder={folder}
          order={order}
          onAnswered={() => (pressed.current ?? up.current)?.focus()}
        />
      )}
      {isRemoving && (
        <ConditionQuestion
          label={`Remove this condition: ${words}`}
          text="Remove this condition?"
          confirm="Remove Condition"
          tone="danger"
          busy={busy}
          onCancel={keep}
          onConfirm={onRemove}
        >
          {folder && <SortingPreview folder={folder} change={{ withoutCondition: condition.id }} />}
        </ConditionQuestion>
      )}
    </li>
  )
}
