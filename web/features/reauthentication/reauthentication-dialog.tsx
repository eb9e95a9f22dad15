import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountQuery } from '../../api/account.ts'
import { adoptSession, discardSession, type Reauthentication } from '../../api/reauthentication.ts'
import { useUser } from '../../api/signed-in-user.tsx'
import { t } from '../../texts/translate.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FirstStepForm } from './first-step-form.tsx'
import { SecondStepForm } from './second-step-form.tsx'

interface ReauthenticationDialogProps {
  onDone: () => void
  onCancel: () => void
}

/** Asks for the password or a code by email, then for the second step if it is on. */
export function ReauthenticationDialog({ onDone, onCancel }: ReauthenticationDialogProps) {
  const user = useUser()
  const { data: account } = useQuery(accountQuery)
  const [firstStep, setFirstStep] = useState<Reauthentication | null>(null)

  const cancel = (): void => {
    if (firstStep) void discardSession(firstStep)
    onCancel()
  }
  const proceed = async (next: Reauthentication): Promise<void> => {
    if (next.pending.length > 0) return setFirstStep(next)
    await adoptSession(next)
    onDone()
  }

  return (
    <Dialog
      onClose={cancel}
      title={t('Confirm it’s you')}
      description={
        firstStep
          ? t('Two-step sign-in is on, so this change needs your second step too.')
          : t('Only you may make this change. We ask again so that no one else at your device can.')
      }
    >
      {firstStep ? (
        <SecondStepForm
          client={firstStep.client}
          factors={firstStep.pending}
          submitLabel={t('Continue')}
          busyLabel={t('Checking...')}
          onCancel={cancel}
          onPassed={() => proceed({ ...firstStep, pending: [] })}
        />
      ) : (
        <FirstStepForm
          email={account?.email ?? user.email}
          hasPassword={account?.hasPassword ?? true}
          onCancel={cancel}
          onPassed={proceed}
        />
      )}
    </Dialog>
  )
}
