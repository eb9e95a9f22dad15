import { type FormEvent, useState } from 'react'
import { deleteAccount } from '../../api/account-functions.ts'
import { useProduct } from '../../api/product.tsx'
import { clearSession, endSessionDeliberately } from '../../api/session.ts'
import { useUser } from '../../api/signed-in-user.tsx'
import { isCancelled, useReauthentication } from '../../features/reauthentication/reauthentication-provider.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { navigate } from '../../routing/router.ts'
import { t, text } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { errorMessage } from './error-message.ts'

const deletedData = [
  text('your sign-in methods, second steps and sessions'),
  text('connected mailboxes with their folder settings, instructions and actions'),
  text('the processing history, and what sorting has learned from you'),
]

export function DeleteDialog({ onClose }: { onClose: () => void }) {
  const { email } = useUser()
  const { hasPlans } = useProduct()
  const { withReauthentication } = useReauthentication()
  const [typed, setTyped] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const isConfirmed = typed.trim().toLowerCase() === email.toLowerCase()

  const { busy, submit } = useSubmission(async () => {
    setFailure(null)
    try {
      await endSessionDeliberately(async () => {
        await withReauthentication(deleteAccount)
        await clearSession()
      })
      toastSuccess(t('Account deleted'), t('Your account and everything that is stored about you are being deleted.'))
      await navigate({ to: '/auth/login', state: {}, replace: true })
    } catch (error) {
      if (isCancelled(error)) return
      toastError(t('Failed to delete your account'), errorMessage(error))
      setFailure(errorMessage(error))
    }
  })
  const confirm = (event: FormEvent): void => {
    event.preventDefault()
    if (isConfirmed) submit(undefined)
  }

  return (
    <Dialog
      onClose={() => !busy && onClose()}
      title={t('Delete your account?')}
      description={t('This is deleted permanently:')}
    >
      <ul className="mt-3 list-disc space-y-1 pl-5 text-sm">
        {deletedData.map((part) => (
          <li key={part}>{t(part)}</li>
        ))}
        {hasPlans && <li>{t('your plan: it ends immediately')}</li>}
      </ul>
      <p className="mt-3 text-sm text-muted">
        {t('The emails in your mailboxes stay where they are. You may want to export your data first.')}
      </p>
      <form onSubmit={confirm} className="mt-5">
        <TextField
          label={t('Type {email} to confirm', { email })}
          name="confirm-email"
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <ErrorNotice className="mt-3">{failure}</ErrorNotice>
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <Button onClick={onClose} disabled={busy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" tone="danger" busy={busy} disabled={!isConfirmed}>
            {busy ? t('Deleting...') : t('Delete Account')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
