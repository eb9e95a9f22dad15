import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../../api/api-error.ts'
import { actionsPausedQuery, usePauseActions } from '../../../api/paused-actions.ts'
import { toastError } from '../../../lib/toast.ts'
import { announce } from '../../../ui/announcer.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'
import { t } from '../../../texts/translate.ts'

/** Pauses all automated actions of a mailbox. Paused actions run once the user resumes them. */
export function PauseActionsSwitch({ mailboxId }: { mailboxId: string }) {
  const { data: paused } = useQuery(actionsPausedQuery(mailboxId))
  const pause = usePauseActions(mailboxId)
  const toggle = (next: boolean): void =>
    pause.mutate(next, {
      onSuccess: () => announce(next ? t('Automated actions are paused') : t('Automated actions continue')),
      onError: (error) => toastError(t('Update Failed'), messageOf(error)),
    })
  return (
    <SwitchField
      label={t('Pause all automated actions')}
      hint={t('Email is sorted as before. Its actions wait, and run when you switch this off.')}
      checked={pause.isPending ? pause.variables : (paused ?? false)}
      disabled={paused === undefined}
      onChange={toggle}
    />
  )
}
