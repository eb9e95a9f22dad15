import { useState } from 'react'
import type { Account } from '../../api/account.ts'
import { addPasskey, forgetUnfinished } from '../../api/account-factors.ts'
import { PasskeyNotGiven } from '../../api/second-step.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastSuccess } from '../../lib/toast.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { freeName } from './free-name.ts'
import { NameForm } from './name-form.tsx'
import { said } from './said.ts'

interface AddPasskeyProps {
  account: Account
  onClose: () => void
  onAdded: () => void
}

export function AddPasskey({ account, onClose, onAdded }: AddPasskeyProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, submit } = useSubmission(async (name: string) => {
    setProblem(null)
    try {
      await forgetUnfinished(account.unfinished)
      await addPasskey(name)
      toastSuccess('Passkey added')
      onAdded()
    } catch (error) {
      setProblem(
        error instanceof PasskeyNotGiven ? 'The browser did not make a passkey. Please try again.' : said(error),
      )
    }
  })
  return (
    <Dialog
      onClose={onClose}
      title="Add passkey"
      description="Your fingerprint, your face, your screen lock or a security key proves that it is you. Your browser asks for it next."
    >
      <NameForm
        hint="Such as the device that keeps it"
        suggestion={freeName('Passkey', account.factors)}
        taken={account.factors}
        busy={busy}
        busyLabel="Waiting for your device..."
        submitLabel="Continue"
        problem={
          problem && (
            <div className="mt-4">
              <Notice tone="bad" role="alert">
                {problem}
              </Notice>
            </div>
          )
        }
        onCancel={onClose}
        onSubmit={submit}
      />
    </Dialog>
  )
}
