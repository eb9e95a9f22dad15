import { isUsableAction } from '../../../contract/actions.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { AgentForm } from './folder-action-agent-form.tsx'
import { DraftReplyForm } from './folder-action-draft-form.tsx'
import { ForwardForm } from './folder-action-forward-form.tsx'
import { StoreForm } from './folder-action-store-form.tsx'
import type { ConfigFormProps } from './use-action-config.ts'

export function ConfigureDialog(props: ConfigFormProps) {
  const { name, description } = props.action.email_actions
  return (
    <Dialog onClose={props.onClose} title={`Configure ${name}`} description={description} size="wide">
      <Fields {...props} />
    </Dialog>
  )
}

function Fields(props: ConfigFormProps) {
  const type = props.action.email_actions.action_type
  if (!isUsableAction(type)) return <p className="mt-5 text-sm">There is nothing to set up yet.</p>
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
