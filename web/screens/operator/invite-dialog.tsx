import { type FormEvent, useState } from 'react'
import type { AccountLink } from '../../../contract/functions/operator-users.ts'
import { errorMessageOr } from '../../api/api-error.ts'
import { requestAccountLink, useRereadUsers } from '../../api/operator.ts'
import { useProduct } from '../../api/product.tsx'
import { isCancelled, useReauthentication } from '../../features/reauthentication/reauthentication-provider.tsx'
import { emailError } from '../../forms/field-validation.ts'
import { trimmed, useFormFields } from '../../forms/use-form-fields.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastSuccess } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { LinkDialog } from './link-dialog.tsx'

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { sendsEmail } = useProduct()
  const { withReauthentication } = useReauthentication()
  const rereadUsers = useRereadUsers()
  const { formRef, values, field, showErrors } = useFormFields({ email: '' })
  const [made, setMade] = useState<AccountLink | null>(null)

  const { busy, submit } = useSubmission(async () => {
    try {
      const account = await withReauthentication(() => requestAccountLink({ action: 'invite', email: values.email }))
      await rereadUsers()
      if (account.link !== null) return setMade(account)
      toastSuccess(t('An invitation is on its way to {email}', { email: account.email }))
      onClose()
    } catch (error) {
      if (!isCancelled(error)) showErrors({ email: errorMessageOr(error, t('Please try again later.')) })
    }
  })
  const validateAndSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (showErrors({ email: emailError(values.email) })) submit(undefined)
  }
  if (made) return <LinkDialog account={made} purpose="invite" onClose={onClose} />
  return (
    <Dialog
      onClose={() => !busy && onClose()}
      title={t('Invite a user')}
      description={
        sendsEmail
          ? t('The email has a link that works once and for an hour. The user chooses a password with it.')
          : t('This server sends no email: you get a link, and give it to the user.')
      }
    >
      <form ref={formRef} onSubmit={validateAndSubmit} noValidate className="mt-5">
        <TextField
          label={t('Email address')}
          type="email"
          name="email"
          autoComplete="off"
          maxLength={254}
          {...field('email', trimmed)}
        />
        <DialogFooter>
          <DialogClose disabled={busy}>{t('Cancel')}</DialogClose>
          <Button type="submit" tone="primary" busy={busy}>
            {sendsEmail ? t('Send Invitation') : t('Make Link')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
