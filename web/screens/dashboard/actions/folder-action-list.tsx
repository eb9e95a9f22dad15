import { type CSSProperties, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type FolderAction, useOrderFolderActions } from '../../../api/folder-actions.ts'
import { toastError } from '../../../lib/toast.ts'
import { t } from '../../../texts/translate.ts'
import { announce } from '../../../ui/announcer.tsx'
import { FolderActionRow } from './folder-action-row.tsx'

interface FolderActionListProps {
  folderId: string
  actions: readonly FolderAction[]
  onConfigure: (action: FolderAction) => void
  onRemoved: () => void
}

/** The actions of a folder in the order in which they run. */
export function FolderActionList({ folderId, actions, onConfigure, onRemoved }: FolderActionListProps) {
  const order = useOrderFolderActions(folderId)

  const move = (from: number, to: number): void => {
    const moved = actions[from]
    if (!moved || order.isPending) return
    const name = t(moved.email_actions.name)
    if (to < 0 || to >= actions.length) {
      return announce(to < 0 ? t('{name} is already first', { name }) : t('{name} is already last', { name }))
    }
    order.mutate(actions.toSpliced(from, 1).toSpliced(to, 0, moved), {
      onSuccess: () =>
        announce(t('{name} runs as number {number} of {count}', { name, number: to + 1, count: actions.length })),
      onError: () => toastError(t('Error'), t('Failed to change the order. Please try again.')),
    })
  }
  const { list, startDrag, styleOf, draggedIndex } = useDragOrder(move)

  return (
    <ul ref={list} aria-label={t('Actions in the order in which they run')} className="mt-2 divide-y divide-line">
      {actions.map((action, index) => (
        <FolderActionRow
          key={action.id}
          action={action}
          order={actions.length > 1 ? { index, count: actions.length, move, startDrag } : null}
          style={styleOf(index)}
          dragged={draggedIndex === index}
          onConfigure={() => onConfigure(action)}
          onRemoved={onRemoved}
        />
      ))}
    </ul>
  )
}

interface Drag {
  from: number
  to: number
  /** Vertical distance from the start, in pixels. */
  offset: number
}

interface RowBox {
  middle: number
  height: number
}

const shiftTransition = 'transform 140ms ease-out'

/** Index at which a row would be dropped after it was dragged by `offset` pixels. */
function dropIndex(rows: readonly RowBox[], from: number, offset: number): number {
  const middle = (rows[from]?.middle ?? 0) + offset
  return rows.filter((row, index) => index !== from && row.middle < middle).length
}

/**
 * Reorders the rows of a list by mouse, pen or finger. During the drag the rows are only transformed: moving the
 * dragged element in the document would end its pointer events.
 */
function useDragOrder(onDrop: (from: number, to: number) => void) {
  const list = useRef<HTMLUListElement>(null)
  const rows = useRef<RowBox[]>([])
  const [drag, setDrag] = useState<Drag | null>(null)
  const [startY, setStartY] = useState<number | null>(null)
  const end = (): void => {
    setDrag(null)
    setStartY(null)
  }
  useDragEvents(startY, {
    onMove: (offset) => setDrag((now) => now && { ...now, offset, to: dropIndex(rows.current, now.from, offset) }),
    onDrop: () => {
      if (drag && drag.from !== drag.to) onDrop(drag.from, drag.to)
      end()
    },
    onCancel: end,
  })

  const startDrag = (from: number, { button, pageY }: PointerEvent): void => {
    if (button !== 0 || !list.current) return
    rows.current = [...list.current.children].map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return { middle: top + height / 2, height }
    })
    setDrag({ from, to: from, offset: 0 })
    setStartY(pageY)
  }
  const styleOf = (index: number): CSSProperties | undefined => {
    if (!drag) return undefined
    const { from, to, offset } = drag
    if (index === from) return { transform: `translateY(${offset}px)`, position: 'relative', zIndex: 1 }
    const height = rows.current[from]?.height ?? 0
    const shift = index > from && index <= to ? -height : index < from && index >= to ? height : 0
    return { transform: `translateY(${shift}px)`, transition: shiftTransition }
  }
  return { list, startDrag, styleOf, draggedIndex: drag?.from ?? null }
}

interface DragHandlers {
  onMove: (offset: number) => void
  onDrop: () => void
  onCancel: () => void
}

/**
 * Listens on the window, so that a pointer outside the list counts too. Escape cancels the drag.
 * @param startY null: nothing is dragged
 */
function useDragEvents(startY: number | null, { onMove, onDrop, onCancel }: DragHandlers): void {
  const move = useEffectEvent(onMove)
  const drop = useEffectEvent(onDrop)
  const cancel = useEffectEvent(onCancel)
  useEffect(() => {
    if (startY === null) return
    const listening = new AbortController()
    const { signal } = listening
    addEventListener('pointermove', ({ pageY }) => move(pageY - startY), { signal })
    addEventListener('pointerup', () => drop(), { signal })
    addEventListener('pointercancel', () => cancel(), { signal })
    addEventListener('keydown', ({ key }) => key === 'Escape' && cancel(), { signal })
    return () => listening.abort()
  }, [startY])
}
