import { ArrowDown, ArrowUp, GripVertical, Settings2, Trash2 } from 'lucide-react'
import type { PointerEvent } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { t } from '../../../texts/translate.ts'

/** Position of a row in its list, and how to change it. */
export interface RowOrder {
  index: number
  count: number
  move: (from: number, to: number) => void
  startDrag: (from: number, event: PointerEvent) => void
}

const dragHandleClasses =
  '-ml-2 flex h-9 w-6 shrink-0 cursor-grab touch-none items-center justify-center rounded-md ' +
  'text-muted select-none hover:bg-sunken'

export const DragHandle = ({ order }: { order: RowOrder }) => (
  <span
    title={t('Drag to change the order')}
    onPointerDown={(event) => order.startDrag(order.index, event)}
    className={dragHandleClasses}
  >
    <GripVertical aria-hidden="true" className="size-4" />
  </span>
)

interface FolderActionButtonsProps {
  name: string
  order: RowOrder | null
  removing: boolean
  /** Null: the action has no settings. */
  onConfigure: (() => void) | null
  onRemove: () => void
}

export function FolderActionButtons({ name, order, removing, onConfigure, onRemove }: FolderActionButtonsProps) {
  return (
    <div className="mt-1 -ml-2.5 flex flex-wrap items-center">
      {onConfigure && (
        <Button
          size="small"
          tone="quiet"
          icon={<Settings2 aria-hidden="true" />}
          aria-label={t('Configure {name}', { name })}
          onClick={onConfigure}
        >
          {t('Configure')}
        </Button>
      )}
      {order && <MoveButtons name={name} order={order} />}
      <IconButton
        label={t('Remove {name}', { name })}
        icon={<Trash2 aria-hidden="true" />}
        busy={removing}
        className="ml-auto"
        onClick={onRemove}
      />
    </div>
  )
}

/** `aria-disabled` rather than `disabled`: a button that reaches the end of the list keeps the focus. */
function MoveButtons({ name, order: { index, count, move } }: { name: string; order: RowOrder }) {
  return (
    <>
      <IconButton
        label={t('Move {name} up', { name })}
        icon={<ArrowUp aria-hidden="true" />}
        aria-disabled={index === 0 || undefined}
        onClick={() => move(index, index - 1)}
      />
      <IconButton
        label={t('Move {name} down', { name })}
        icon={<ArrowDown aria-hidden="true" />}
        aria-disabled={index === count - 1 || undefined}
        onClick={() => move(index, index + 1)}
      />
    </>
  )
}
