import { ArrowDown, ArrowUp, GripVertical, Settings2, Trash2 } from 'lucide-react'
import type { CSSProperties, PointerEvent } from 'react'
import { type FolderAction, useRemoveFolderAction, useSwitchFolderAction } from '../../../api/folder-actions.ts'
import { toastError, toastSuccess } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Switch } from '../../../ui/switch.tsx'
import { ForwardNote } from './forward-note.tsx'
import { StoreNote } from './store-note.tsx'
import { storeOf } from './use-services.ts'

interface FolderActionRowProps {
  action: FolderAction
  order: {
    at: number
    of: number
    move: (from: number, to: number) => void
    take: (from: number, event: PointerEvent) => void
  } | null
  style: CSSProperties | undefined
  dragged: boolean
  onConfigure: () => void
  onRemoved: () => void
}

export function FolderActionRow({ action, order, style, dragged, onConfigure, onRemoved }: FolderActionRowProps) {
  const change = useSwitchFolderAction(action.folder_id)
  const remove = useRemoveFolderAction(action.folder_id)
  const { name, description, action_type, coming_soon: comingSoon } = action.email_actions
  const store = storeOf(action_type)

  const toggle = (is_active: boolean): void =>
    change.mutate(
      { id: action.id, is_active },
      {
        onSuccess: () => announce(`${name} is ${is_active ? 'on' : 'off'}`),
        onError: () => toastError('Error', 'Failed to update action. Please try again.'),
      },
    )
  // Awaited here: the row, and what would listen in it, is gone when it succeeds.
  const takeAway = async (): Promise<void> => {
    try {
      await remove.mutateAsync(action.id)
    } catch {
      return toastError('Error', 'Failed to delete action. Please try again.')
    }
    toastSuccess('Action removed')
    onRemoved()
  }

  return (
    <li style={style} className={cx('flex gap-2 bg-canvas py-3 last:pb-0', dragged && 'rounded-lg shadow-float')}>
      {order && (
        <span
          title="Drag to change the order"
          onPointerDown={(event) => order.take(order.at, event)}
          className="-ml-2 flex h-9 w-6 shrink-0 cursor-grab touch-none items-center justify-center rounded-md text-muted select-none hover:bg-sunken"
        >
          <GripVertical aria-hidden="true" className="size-4" />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">{name}</p>
            <p className="text-muted">{description}</p>
            {action_type === 'forward_mail' && <ForwardNote config={action.config} />}
            {store && <StoreNote provider={store} />}
          </div>
          {comingSoon ? (
            <Badge>Coming Soon</Badge>
          ) : (
            <Switch label={name} checked={action.is_active} busy={change.isPending} onChange={toggle} />
          )}
        </div>
        <div className="mt-1 -ml-2.5 flex flex-wrap items-center">
          {!comingSoon && (
            <Button
              size="small"
              tone="quiet"
              icon={<Settings2 aria-hidden="true" />}
              aria-label={`Configure ${name}`}
              onClick={onConfigure}
            >
              Configure
            </Button>
          )}
          {order && (
            <>
              <IconButton
                label={`Move ${name} up`}
                icon={<ArrowUp aria-hidden="true" />}
                // Not disabled: the focus must not be lost where it has come to the end.
                aria-disabled={order.at === 0 || undefined}
                className="aria-disabled:opacity-50"
                onClick={() => order.move(order.at, order.at - 1)}
              />
              <IconButton
                label={`Move ${name} down`}
                icon={<ArrowDown aria-hidden="true" />}
                aria-disabled={order.at === order.of - 1 || undefined}
                className="aria-disabled:opacity-50"
                onClick={() => order.move(order.at, order.at + 1)}
              />
            </>
          )}
          <IconButton
            label={`Remove ${name}`}
            icon={<Trash2 aria-hidden="true" />}
            busy={remove.isPending}
            className="ml-auto"
            onClick={() => void takeAway()}
          />
        </div>
      </div>
    </li>
  )
}
