import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, GripVertical, Settings2, Trash2 } from 'lucide-react'
import type { CSSProperties, PointerEvent } from 'react'
import { fileProviderOf, ForwardMailConfig, isConfigured } from '../../../../contract/actions.ts'
import { type FileProvider, providerNames } from '../../../../contract/providers.ts'
import { type FolderAction, useRemoveFolderAction, useSwitchFolderAction } from '../../../api/folder-actions.ts'
import { confirmationOf, forwardAddressesQuery } from '../../../api/forward-addresses.ts'
import { toastError, toastSuccess } from '../../../lib/toast.ts'
import { rich } from '../../../texts/rich.ts'
import { t, text } from '../../../texts/translate.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Switch } from '../../../ui/switch.tsx'
import { useConnectForAction } from './use-connect-for-action.ts'
import { useServices } from './use-services.ts'

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
  const storageProvider = fileProviderOf(action_type)
  return (
    <div className="min-w-0">
      <p className="font-medium wrap-anywhere">{t(name)}</p>
      <p className="text-muted">{t(description)}</p>
      {action_type === 'forward_mail' && <ForwardAddressStatus config={action.config} />}
      {action_type === 'ai_agent_action' && !isConfigured(action_type, action.config) && (
        <p className="text-warn">{t('It runs once it has a prompt.')}</p>
      )}
      {storageProvider && <StorageWarning action={action} provider={storageProvider} />}
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

/** Position of a row in its list, and how to change it. */
interface RowOrder {
  index: number
  count: number
  move: (from: number, to: number) => void
  startDrag: (from: number, event: PointerEvent) => void
}

const dragHandleClasses =
  '-ml-2 flex h-9 w-6 shrink-0 cursor-grab touch-none items-center justify-center rounded-md ' +
  'text-muted select-none hover:bg-sunken'

const DragHandle = ({ order }: { order: RowOrder }) => (
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

function FolderActionButtons({ name, order, removing, onConfigure, onRemove }: FolderActionButtonsProps) {
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

/** Offers to connect the service without which a storage action would fail. */
function StorageWarning({ action, provider }: { action: FolderAction; provider: FileProvider }) {
  const { readinessOf } = useServices()
  const connect = useConnectForAction()
  const name = providerNames[provider]
  switch (readinessOf(provider)) {
    case 'missing':
      return (
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-warn">
          {t('Nothing is stored until {name} is connected.', { name })}
          <Button size="small" busy={connect.isStarting} onClick={() => connect.start(action, provider)}>
            {t('Connect {name}', { name })}
          </Button>
        </div>
      )
    case 'coming_soon':
      return <p className="text-warn">{t('{name} cannot be connected yet, so nothing is stored.', { name })}</p>
    default:
      return null
  }
}

const confirmationLabels = {
  confirmed: text('Confirmed'),
  waiting: text('Not confirmed'),
  withdrawn: text('Ended'),
} as const

/** Where an action forwards to, and whether the address is confirmed. An action without an address does not run. */
function ForwardAddressStatus({ config }: { config: Record<string, unknown> }) {
  const { data: addresses } = useQuery(forwardAddressesQuery)
  const address = ForwardMailConfig.safeParse(config).data?.destination_email
  if (address === undefined) return <p className="text-warn">{t('It runs once it has an address to forward to.')}</p>
  const confirmation = addresses && (confirmationOf(addresses, address) ?? 'waiting')
  return (
    // Reserves the height of the badge until the status is loaded.
    <p className="min-h-11">
      <span className="block wrap-anywhere">{rich('To {address}', { address: <bdi>{address}</bdi> })}</span>
      {confirmation && (
        <Badge tone={confirmation === 'confirmed' ? 'good' : 'warn'}>{t(confirmationLabels[confirmation])}</Badge>
      )}
    </p>
  )
}
