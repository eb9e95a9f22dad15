import type { CSSProperties } from 'react'
import { isConfigured } from '../../../../contract/actions.ts'
import { type FolderAction, useRemoveFolderAction, useSwitchFolderAction } from '../../../api/folder-actions.ts'
import { toastError, toastSuccess } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { cx } from '../../../ui/cx.ts'
import { Switch } from '../../../ui/switch.tsx'
import { DragHandle, FolderActionButtons, type RowOrder } from './folder-action-buttons.tsx'
import { ForwardAddressStatus } from './forward-address-status.tsx'
import { StorageWarning } from './storage-warning.tsx'
import { storageProviderOf } from './use-services.ts'
import { t } from '../../../texts/translate.ts'

interface FolderActionRowProps {
  action: FolderAction
  /** Null: the action is the only one. */
  order: RowOrder | null
  style: CSSProperties | undefined
  dragged: boolean
  onConfigure: () => void
  onRemoved: () => void
}

export function FolderActionRow({ action, order, style, dragged, onConfigure, onRemoved }: FolderActionRowProps) {
  const remove = useRemoveFolderAction(action.folder_id)
  // Awaited: the callbacks of `mutate` do not run once the row is unmounted, which removing it does.
  const removeAction = async (): Promise<void> => {
    try {
      await remove.mutateAsync(action.id)
    } catch {
      return toastError(t('Error'), t('Failed to delete action. Please try again.'))
    }
    toastSuccess(t('Action removed'))
    onRemoved()
  }
  return (
    <li style={style} className={cx('flex gap-2 bg-canvas py-3 last:pb-0', dragged && 'rounded-lg shadow-float')}>
      {order && <DragHandle order={order} />}
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-3">
          <ActionDescription action={action} />
          <ActionSwitch action={action} />
        </div>
        <FolderActionButtons
          name={t(action.email_actions.name)}
          order={order}
          removing={remove.isPending}
          onConfigure={action.email_actions.coming_soon ? null : onConfigure}
          onRemove={() => void removeAction()}
        />
      </div>
    </li>
  )
}

function ActionDescription({ action }: { action: FolderAction }) {
  const { name, description, action_type } = action.email_actions
  const storageProvider = storageProviderOf(action_type)
  return (
    <div className="min-w-0">
      <p className="font-medium wrap-anywhere">{t(name)}</p>
      <p className="text-muted">{t(description)}</p>
      {action_type === 'forward_mail' && <ForwardAddressStatus config={action.config} />}
      {action_type === 'ai_agent_action' && !isConfigured(action_type, action.config) && (
        <p className="text-warn">{t('It runs once it has a prompt.')}</p>
      )}
      {storageProvider && <StorageWarning provider={storageProvider} />}
    </div>
  )
}

function ActionSwitch({ action }: { action: FolderAction }) {
  const change = useSwitchFolderAction(action.folder_id)
  const name = t(action.email_actions.name)
  if (action.email_actions.coming_soon) return <Badge>{t('Coming Soon')}</Badge>
  const toggle = (is_active: boolean): void =>
    change.mutate(
      { id: action.id, is_active },
      {
        onSuccess: () => announce(is_active ? t('{name} is on', { name }) : t('{name} is off', { name })),
        onError: () => toastError(t('Error'), t('Failed to update action. Please try again.')),
      },
    )
  return <Switch label={name} checked={action.is_active} busy={change.isPending} onChange={toggle} />
}
