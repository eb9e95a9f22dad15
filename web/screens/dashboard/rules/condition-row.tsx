import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { type MouseEvent, type ReactNode, type Ref, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FolderCondition } from '../../../../contract/functions/folder-conditions.ts'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { folderName } from '../../../lib/folder-name.ts'
import { useIsDebounced } from '../../../lib/use-is-debounced.ts'
import { t } from '../../../texts/translate.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { conditionText } from './condition-texts.ts'
import { SortingPreview } from './sorting-preview.tsx'
import type { ConditionOrder } from './use-condition-order.ts'

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

interface ConditionMoveButtonsProps {
  text: string
  index: number
  count: number
  busy: boolean
  upButton: Ref<HTMLButtonElement>
  onMove: (event: MouseEvent<HTMLButtonElement>, to: number) => void
}

/** `aria-disabled` rather than `disabled`: a button that reaches the end of the list keeps the focus. */
function ConditionMoveButtons({ text, index, count, busy, upButton, onMove }: ConditionMoveButtonsProps) {
  return (
    <>
      <IconButton
        ref={upButton}
        label={t('Move up: {condition}', { condition: text })}
        icon={<ArrowUp aria-hidden="true" />}
        aria-disabled={index === 0 || busy || undefined}
        onClick={(event) => busy || onMove(event, index - 1)}
      />
      <IconButton
        label={t('Move down: {condition}', { condition: text })}
        icon={<ArrowDown aria-hidden="true" />}
        aria-disabled={index === count - 1 || busy || undefined}
        onClick={(event) => busy || onMove(event, index + 1)}
      />
    </>
  )
}

interface ConditionOrderConfirmationProps {
  index: number
  /** The preview counts messages into and out of this folder. */
  folder: EmailFolder | undefined
  order: ConditionOrder
  /** Called when the confirmation closes, which removes its focused button. */
  onClosed: () => void
}

/** Each preview reads the last messages from Outlook. */
const sortingPreviewDebounceMs = 400

function ConditionOrderConfirmation({ index, folder, order, onClosed }: ConditionOrderConfirmationProps) {
  const isDebounced = useIsDebounced(order.order.join(), sortingPreviewDebounceMs)
  const cancel = (): void => {
    order.cancel()
    onClosed()
  }
  return (
    <ConditionConfirmation
      label={t('Save the new order of the conditions')}
      text={t('Number {number} of {count}, not saved yet.', { number: index + 1, count: order.shown.length })}
      confirm={t('Save Order')}
      tone="primary"
      busy={order.isSaving}
      onCancel={cancel}
      onConfirm={() => order.save(onClosed)}
    >
      {folder &&
        (isDebounced ? (
          <SortingPreview folder={folder} change={{ order: order.order }} />
        ) : (
          <Skeleton className="mt-3 h-16" />
        ))}
    </ConditionConfirmation>
  )
}

interface ConditionQuestionProps {
  /** For screen readers. */
  label: string
  text: string
  confirm: string
  tone: 'primary' | 'danger'
  busy: boolean
  onCancel: () => void
  onConfirm: () => void
  /** Preview of the effect. */
  children: ReactNode
}

/** Confirmation in the row of a condition, before anything is changed. */
function ConditionConfirmation({
  label,
  text,
  confirm,
  tone,
  busy,
  onCancel,
  onConfirm,
  children,
}: ConditionQuestionProps) {
  return (
    <fieldset className="mt-1 min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto">{text}</p>
        <div className="flex gap-2">
          <Button size="small" onClick={onCancel}>
            {t('Cancel')}
          </Button>
          <Button size="small" tone={tone} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      </div>
      {/* Below the buttons, so that they do not move. */}
      {children}
    </fieldset>
  )
}
