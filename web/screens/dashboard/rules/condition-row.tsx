import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FolderCondition } from '../../../../contract/functions/folder-conditions.ts'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { folderName } from '../../../lib/folder-name.ts'
import { IconButton } from '../../../ui/button.tsx'
import { ConditionConfirmation } from './condition-confirmation.tsx'
import { ConditionMoveButtons } from './condition-move-buttons.tsx'
import { ConditionOrderConfirmation } from './condition-order-confirmation.tsx'
import { conditionText } from './condition-texts.ts'
import { SortingPreview } from './sorting-preview.tsx'
import type { ConditionOrder } from './use-condition-order.ts'
import { t } from '../../../texts/translate.ts'

interface ConditionRowProps {
  condition: FolderCondition
  /** Undefined if the folder is deleted. */
  folder: EmailFolder | undefined
  index: number
  order: ConditionOrder
  busy: boolean
  onRemove: () => void
}

/** A condition. Before it is removed or moved, the row previews the effect on the last messages. */
export function ConditionRow({ condition, folder, index, order, busy, onRemove }: ConditionRowProps) {
  const [isRemoving, setIsRemoving] = useState(false)
  const { row, removeButton, upButton, showAfter, moveWith, focusMoveButton } = useRowFocus()
  const text = conditionText(condition)
  const cancelRemoval = (): void => {
    setIsRemoving(false)
    removeButton.current?.focus()
  }
  return (
    <li ref={row} className="py-2">
      <div className="flex items-center gap-2">
        <ConditionDescription text={text} folder={folder} />
        <ConditionMoveButtons
          text={text}
          index={index}
          count={order.shown.length}
          busy={busy}
          upButton={upButton}
          onMove={({ currentTarget }, to) => moveWith(currentTarget, () => order.move(index, to))}
        />
        <IconButton
          ref={removeButton}
          label={t('Remove: {condition}', { condition: text })}
          icon={<Trash2 aria-hidden="true" />}
          paused={busy}
          aria-expanded={isRemoving}
          onClick={() => showAfter(() => setIsRemoving(!isRemoving))}
        />
      </div>
      {order.confirmationIndex === index && (
        <ConditionOrderConfirmation index={index} folder={folder} order={order} onClosed={focusMoveButton} />
      )}
      {isRemoving && (
        <RemovalConfirmation
          condition={condition}
          folder={folder}
          busy={busy}
          onCancel={cancelRemoval}
          onConfirm={onRemove}
        />
      )}
    </li>
  )
}

/** Scrolling and focus of a row whose confirmation opens below it. */
function useRowFocus() {
  const row = useRef<HTMLLIElement>(null)
  const removeButton = useRef<HTMLButtonElement>(null)
  const upButton = useRef<HTMLButtonElement>(null)
  const pressedButton = useRef<HTMLButtonElement>(null)
  /** Scrolls so that the confirmation below the row is visible too. */
  const showAfter = (change: () => void): void => {
    flushSync(change)
    row.current?.scrollIntoView({ block: 'nearest' })
  }
  const moveWith = (button: HTMLButtonElement, move: () => void): void => {
    pressedButton.current = button
    showAfter(move)
    // Moving the row in the document removes the focus from its button.
    button.focus({ preventScroll: true })
  }
  const focusMoveButton = (): void => (pressedButton.current ?? upButton.current)?.focus()
  return { row, removeButton, upButton, showAfter, moveWith, focusMoveButton }
}

interface RemovalConfirmationProps extends Pick<ConditionRowProps, 'condition' | 'folder' | 'busy'> {
  onCancel: () => void
  onConfirm: () => void
}

const RemovalConfirmation = ({ condition, folder, ...confirmation }: RemovalConfirmationProps) => (
  <ConditionConfirmation
    label={t('Remove this condition: {condition}', { condition: conditionText(condition) })}
    text={t('Remove this condition?')}
    confirm={t('Remove Condition')}
    tone="danger"
    {...confirmation}
  >
    {folder && <SortingPreview folder={folder} change={{ withoutCondition: condition.id }} />}
  </ConditionConfirmation>
)

const ConditionDescription = ({ text, folder }: { text: string; folder: EmailFolder | undefined }) => (
  <div className="min-w-0 flex-1">
    <p dir="auto" className="text-left font-medium wrap-anywhere">
      {text}
    </p>
    <p className="text-muted wrap-anywhere">{folder && t('into {folder}', { folder: folderName(folder) })}</p>
  </div>
)
