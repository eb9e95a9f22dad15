import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { isUsableAction } from '../../../../contract/actions.ts'
import type { FolderAction } from '../../../api/folder-actions.ts'
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx'
import { AgentForm } from './folder-action-agent-form.tsx'
import { DraftReplyForm } from './folder-action-draft-form.tsx'
import { ForwardForm } from './folder-action-forward-form.tsx'
import { StoreForm } from './folder-action-store-form.tsx'
import type { ConfigFormProps } from './use-action-config.ts'

/** A slip (Escape, a click beside it, the browser's way back) loses nothing that was changed without being asked; Cancel means it. */
export function ConfigureDialog({ action: opened, onClose }: { action: FolderAction; onClose: () => void }) {
  const [action, setAction] = useState(opened)
  const { name, description } = action.email_actions
  const [isChanged, setIsChanged] = useState(false)
  const [isClosing, setIsClosing] = useState(false)
  const leaving = useBlocker({
    // Who is signed out meanwhile goes, and nothing of theirs stays in sight.
    shouldBlockFn: ({ next }) => !next.pathname.startsWith('/auth'),
    disabled: !isChanged,
    withResolver: true,
  })
  const stay = (): void => {
    leaving.reset?.()
    setIsClosing(false)
  }
  return (
    <>
      <Dialog
        onClose={() => (isChanged ? setIsClosing(true) : onClose())}
        title={`Configure ${name}`}
        description={description}
        size="wide"
      >
        <Fields action={action} onReread={setAction} onClose={onClose} onChanged={setIsChanged} />
      </Dialog>
      {(isClosing || leaving.status === 'blocked') && (
        <ConfirmDialog
          onCancel={stay}
          onConfirm={() => (leaving.proceed ?? onClose)()}
          title="Discard your changes?"
          description={`What you changed in ${name} is not saved yet.`}
          confirmLabel="Discard"
          busyLabel="Discard"
          busy={false}
        />
      )}
    </>
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
