import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { defaultActionConfigs, fileProviderOf, isUsableAction } from '../../../../contract/actions.ts'
import type { EmailAction } from '../../../../contract/functions/email-actions.ts'
import type { EmailFolder } from '../../../../contract/tables.ts'
import { messageOf } from '../../../api/api-error.ts'
import { isAnswered } from '../../../api/is-answered.ts'
import { type EditedAction, type FolderAction, folderActionsQuery } from '../../../api/folder-actions.ts'
import { actionsPausedQuery } from '../../../api/paused-actions.ts'
import { folderName } from '../../../lib/folder-name.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { Link } from '../../../routing/link.tsx'
import { rich } from '../../../texts/rich.ts'
import { t } from '../../../texts/translate.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { inlineLinkClasses } from '../../../ui/link-classes.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { FolderActionList } from './folder-action-list.tsx'
import { useServices } from './use-services.ts'

const AddActionDialog = onDemand(async () => (await import('./folder-action-add-dialog.tsx')).AddActionDialog, {
  failed: ({ onClose }) => onClose(),
})

const ConfigureDialog = onDemand(async () => (await import('./folder-action-configure-dialog.tsx')).ConfigureDialog, {
  failed: ({ onClose }) => onClose(),
})

interface FolderActionsSectionProps {
  folder: Pick<EmailFolder, 'id' | 'mailbox_id' | 'folder_name' | 'display_name'>
  readOnly: boolean
}

/** The automated actions that run for messages sorted into this folder. */
export function FolderActionsSection({ folder, readOnly }: FolderActionsSectionProps) {
  const { data: actions, error } = useQuery(folderActionsQuery(folder.id))
  const services = useServices()
  const paused = useQuery(actionsPausedQuery(folder.mailbox_id))
  // The rows of storage actions show whether their service is connected. Waits, so that nothing moves later.
  const isWaiting =
    (services.isLoading && actions?.some(({ email_actions }) => fileProviderOf(email_actions.action_type) !== null)) ||
    (actions?.length !== 0 && !isAnswered(paused))
  const [adding, setAdding] = useState(false)
  const [configured, setConfigured] = useState<EditedAction | null>(null)
  // Gets the focus when a row is removed.
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <section
      aria-label={t('Automated Actions of {folder}', { folder: folderName(folder) })}
      className="rounded-lg border border-line bg-canvas p-4"
    >
      <div className="flex min-h-8 items-center justify-between gap-3">
        <h3 className="text-sm font-semibold">{t('Automated Actions')}</h3>
        {!readOnly && (
          <Button
            ref={addButton}
            size="small"
            icon={<Plus aria-hidden="true" />}
            disabled={!actions}
            onClick={() => setAdding(true)}
          >
            {t('Add Action')}
          </Button>
        )}
      </div>
      {actions && !isWaiting ? (
        <>
          {actions.length > 0 && paused.data && <ActionsPausedNotice />}
          <ActionList
            folderId={folder.id}
            actions={actions}
            readOnly={readOnly}
            onConfigure={setConfigured}
            onRemoved={() => addButton.current?.focus()}
          />
        </>
      ) : error ? (
        <div role="alert" className="mt-2">
          <p className="text-bad">{t('Error loading actions: {error}', { error: messageOf(error) })}</p>
          <Button size="small" className="mt-2" onClick={() => location.reload()}>
            {t('Retry')}
          </Button>
        </div>
      ) : (
        <Skeleton className="mt-2 h-5 w-48" />
      )}
      {adding && (
        <AddActionDialog
          added={actions ?? []}
          onChosen={(action) => {
            setAdding(false)
            setConfigured(newAction(folder.id, action))
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {configured && (
        <ConfigureDialog action={configured} onSaved={() => setConfigured(null)} onClose={() => setConfigured(null)} />
      )}
    </section>
  )
}

const newAction = (folderId: string, action: EmailAction): EditedAction => ({
  id: null,
  folder_id: folderId,
  action_id: action.id,
  is_active: false,
  config: isUsableAction(action.action_type) ? defaultActionConfigs[action.action_type] : {},
  config_version: 0,
  email_actions: action,
})

const ActionsPausedNotice = () => (
  <p className="mt-2 text-warn">
    {rich('All automated actions of this mailbox are paused in <link>its settings</link>.', {
      link: (label) => (
        <Link to="/dashboard" search={{ tab: 'mailbox' }} className={`${inlineLinkClasses} whitespace-nowrap`}>
          {label}
        </Link>
      ),
    })}
  </p>
)

interface ActionListProps {
  folderId: string
  actions: readonly FolderAction[]
  readOnly: boolean
  onConfigure: (action: FolderAction) => void
  onRemoved: () => void
}

function ActionList({ readOnly, actions, ...list }: ActionListProps) {
  if (actions.length === 0) return <p className="mt-2 text-muted">{t('No actions run for this folder.')}</p>
  if (!readOnly) return <FolderActionList actions={actions} {...list} />
  return (
    <ul className="mt-2 divide-y divide-line">
      {actions.map((action) => (
        <li key={action.id} className="flex items-start justify-between gap-3 py-2 first:pt-0 last:pb-0">
          <div>
            <p className="font-medium">{t(action.email_actions.name)}</p>
            <p className="text-muted">{t(action.email_actions.description)}</p>
          </div>
          <Badge tone={action.is_active ? 'good' : 'neutral'}>{action.is_active ? t('On') : t('Off')}</Badge>
        </li>
      ))}
    </ul>
  )
}
