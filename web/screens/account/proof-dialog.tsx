import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountQuery } from '../../api/account.ts'
import { adopt, discard, type Proof } from '../../api/account-proof.ts'
import { useUser } from '../../shell/signed-in-user.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FirstStepForm } from './first-step-form.tsx'
import { SecondStepForm } from './second-step-form.tsx'

interface ProofDialogProps {
  onDone: () => void
  onCancel: () => void
}

/** Asks once more who somebody is: the password, or a code by e-mail; then the second step, where it is on. */
export function ProofDialog({ onDone, onCancel }: ProofDialogProps) {
  const user = useUser()
  const { data: account } = useQuery(accountQuery)
  const [proof, setProof] = useState<Proof | null>(null)

  const cancel = (): void => {
    if (proof) void discard(proof)
    onCancel()
  }
  const goOn = async (next: Proof): Promise<void> => {
    if (next.pending.length > 0) return setProof(next)
    await adopt(next)
    onDone()
  }

  return (
    <Dialog
      onClose={cancel}
      title="Confirm it’s you"
      description={
        proof
          ? 'Two-step sign-in is on, so this change needs your second step too.'
          : 'This is a change that only you may make. We ask again so that nobody else at your device can.'
      }
    >
      {proof ? (
        <SecondStepForm
          client={proof.client}
          factors={proof.pending}
          submitLabel="Continue"
          busyLabel="Checking..."
          onCancel={cancel}
          onPassed={() => goOn({ ...proof, pending: [] })}
        />
      ) : (
        <FirstStepForm
          email={account?.email ?? user.email}
          hasPassword={account?.hasPassword ?? true}
          onCancel={cancel}
          onPassed={goOn}
        />
      )}
    </Dialog>
  )
}
