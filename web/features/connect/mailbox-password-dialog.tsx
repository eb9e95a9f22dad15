import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Mailbox } from '../../../contract/connected-mailbox.ts'
import { ApiError, messageOf } from '../../api/api-error.ts'
import { changeMailboxPassword, serversQuery } from '../../api/connect-imap.ts'
import { PasswordField } from '../../forms/password-field.tsx'
import { useFormFields } from '../../forms/use-form-fields.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import {
  isCancelled,
  ReauthenticationProvider,
  useReauthentication,
} from '../reauthentication/reauthentication-provider.tsx'
import { fieldOfFailure } from './field-of-failure.ts'
import { PasswordHelp } from './password-help.tsx'
import { useConnected } from './use-connected.ts'

interface MailboxPasswordDialogProps {
  mailbox: Mailbox
  onClose: () => void
}

/** The password of a connected mailbox was changed at its provider. */
export const MailboxPasswordDialog = (props: MailboxPasswordDialogProps) => (
  <ReauthenticationProvider>
    <PasswordDialog {...props} />
  </ReauthenticationProvider>
)

function PasswordDialog({ mailbox, onClose }: MailboxPasswordDialogProps) {
  const { formRef, values, field, showErrors } = useFormFields({ password: '' })
  const [failure, setFailure] = useState<string | null>(null)
  const { withReauthentication } = useReauthentication()
  const isClosed = useRef(false)
  const connected = useConnected(isClosed)
  const { data: servers } = useQuery(serversQuery(mailbox.email_address))
  const help = servers?.kind === 'imap' && servers.help
  const { busy, submit } = useSubmission<undefined>(async () => {
    setFailure(null)
    if (!showErrors({ password: values.password === '' ? t('Please enter the password') : null })) return
    try {
      const input = { mailboxId: mailbox.id, password: values.password }
      connected(await withReauthentication(() => changeMailboxPassword(input)), onClose)
    } catch (error) {
      if (isCancelled(error)) return
      if (error instanceof ApiError && fieldOfFailure(error.code) === 'password')
        showErrors({ password: messageOf(error) })
      else setFailure(messageOf(error))
    }
  })
  return (
    <Dialog
      onClose={() => {
        isClosed.current = true
        onClose()
      }}
      title={t('Reconnect {address}', { address: mailbox.email_address })}
      description={t(
        'The mail server no longer accepts the stored password. Enter the new one, or a new app password.',
      )}
    >
      <form
        ref={formRef}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit(undefined)
        }}
        className="mt-5 space-y-4"
      >
        {help && <PasswordHelp help={help} />}
        <PasswordField {...field('password')} label={t('New password of the mailbox')} autoComplete="off" />
        <ErrorNotice className="">{failure}</ErrorNotice>
        <DialogFooter>
          <DialogClose>{t('Cancel')}</DialogClose>
          <Button type="submit" tone="primary" busy={busy}>
            {busy ? t('Connecting...') : t('Reconnect')}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
