import { type FolderAction, useOrderFolderActions } from '../../../api/folder-actions.ts'
import { toastError } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { FolderActionRow } from './folder-action-row.tsx'
import { useDragOrder } from './use-drag-order.ts'
import { t } from '../../../texts/translate.ts'

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
