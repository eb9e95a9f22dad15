import type { FormEvent } from 'react'
import type { ManagedUser } from '../../../contract/functions/operator-users.ts'
import { errorMessageOr } from '../../api/api-error.ts'
import { changeUser, useRereadUsers } from '../../api/operator.ts'
import { isCancelled, useReauthentication } from '../../features/reauthentication/reauthentication-provider.tsx'
import { trimmed, useFormFields } from '../../forms/use-form-fields.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { formatNumber } from '../../lib/format.ts'
import { toastSuccess } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

export function LimitDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const { id: userId, email, limit: before } = user
  const { withReauthentication } = useReauthentication()
  const rereadUsers = useRereadUsers()
  const { formRef, values, field, showErrors } = useFormFields({ limit: before === null ? '' : String(before) })

  const { busy, submit } = useSubmission(async () => {
    const limit = values.limit === '' ? null : Number(values.limit)
    try {
      await withReauthentication(() => changeUser({ action: 'limit', userId, limit }))
      await rereadUsers()
      toastSuccess(
        limit === null
          ? t('{email} has no limit', { email })
          : t('{email} has {limit} emails a month', { email, limit: formatNumber(limit) }),
      )
      onClose()
    } catch (error) {
      if (!isCancelled(error)) showErrors({ limit: errorMessageOr(error, t('Please try again later.')) })
    }
  })
  const validateAndSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const isValid = /^\d{0,9}$/.test(values.limit)
    if (showErrors({ limit: isValid ? null : t('Please enter a number, or nothing for no limit.') })) submit(undefined)
  }
  return (
    <Dialog
      onClose={() => !busy && onClose()}
      title={t('Monthly limit of {email}', { email })}
      description={t('Beyond it, new emails stay in the inbox until the next month.')}
    >
      <form ref={formRef} onSubmit={validateAndSubmit} noValidate className="mt-5">
        <TextField
          label={t('Emails a month')}
          name="limit"
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('No limit')}
          maxLength={12}
          hint={t('Nothing means no limit.')}
          {...field('limit', trimmed)}
        />
        <DialogFooter>
          <DialogClose disabled={busy}>{t('Cancel')}</DialogClose>
          <Button type="submit" tone="primary" busy={busy}>
            {t('Save')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
