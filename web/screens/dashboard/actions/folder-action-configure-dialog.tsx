import { useState } from 'react'
import { isUsableAction } from '../../../../contract/actions.ts'
import type { EditedAction } from '../../../api/folder-actions.ts'
import { ReauthenticationProvider } from '../../../features/reauthentication/reauthentication-provider.tsx'
import { UnsavedDialog } from '../../../forms/unsaved-dialog.tsx'
import { t } from '../../../texts/translate.ts'
import { AgentForm } from './folder-action-agent-form.tsx'
import { DraftReplyForm } from './folder-action-draft-form.tsx'
import { ForwardForm } from './folder-action-forward-form.tsx'
import { StoreForm } from './folder-action-store-form.tsx'
import type { ConfigFormProps } from './use-action-config.ts'

interface ConfigureDialogProps {
  action: EditedAction
  onSaved: () => void
  /** Nothing was saved. */
  onClose: () => void
}

/** Asks before unsaved changes are lost, except on Cancel. */
export function ConfigureDialog({ action: opened, ...rest }: ConfigureDialogProps) {
  const [action, setAction] = useState(opened)
  const { description } = action.email_actions
  const name = t(action.email_actions.name)
  const [isChanged, setIsChanged] = useState(false)
  return (
    <ReauthenticationProvider>
      <UnsavedDialog
        unsaved={isChanged ? t('What you changed in {name} is not saved yet.', { name }) : null}
        onClose={rest.onClose}
        title={t('Configure {name}', { name })}
        description={t(description)}
        size="wide"
      >
        <Fields {...rest} action={action} onReloaded={setAction} onChanged={setIsChanged} />
      </UnsavedDialog>
    </ReauthenticationProvider>
  )
}

function Fields(props: ConfigFormProps) {
  const type = props.action.email_actions.action_type
  if (!isUsableAction(type)) return <p className="mt-5 text-sm">{t('There is nothing to set up yet.')}</p>
  switch (type) {
    case 'draft_reply':
      return <DraftReplyForm {...props} />
    case 'forward_mail':
      return <ForwardForm {...props} />
    case 'ai_agent_action':
      return <AgentForm {...props} />
    default:
      return <StoreForm {...props} type={type} />
  }
}
