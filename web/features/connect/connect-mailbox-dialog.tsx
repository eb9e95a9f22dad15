import { useRef, useState } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useFindServers, type FoundServers } from '../../api/connect-imap.ts'
import { useProduct } from '../../api/product.tsx'
import { emailError } from '../../forms/field-validation.ts'
import { trimmed, useFormFields } from '../../forms/use-form-fields.ts'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { inlineLinkClasses } from '../../ui/link-classes.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ReauthenticationProvider } from '../reauthentication/reauthentication-provider.tsx'
import { ImapForm, type ImapServers } from './imap-form.tsx'

interface ConnectMailboxDialogProps {
  onClose: () => void
  onConnected?: (() => void) | undefined
  /** Leads to the sign-in at Microsoft. */
  onMicrosoft: (email: string) => void
  /** The browser is being redirected there. */
  isLeaving: boolean
}

/** To be entered: the server, which knows whether mailboxes at Microsoft can be connected, was not asked. */
const unknownServers: ImapServers = { kind: 'imap', imap: null, smtp: null }

/** Connects a mailbox, beginning with its address: at Microsoft by a sign-in there, at others by a password. */
export function ConnectMailboxDialog({ onClose, onConnected, onMicrosoft, isLeaving }: ConnectMailboxDialogProps) {
  const { name } = useProduct()
  const [at, setAt] = useState<{ email: string; servers: ImapServers } | null>(null)
  const isClosed = useRef(false)
  const close = (): void => {
    isClosed.current = true
    onClose()
  }
  return (
    <ReauthenticationProvider>
      <Dialog
        onClose={close}
        title={t('Connect a mailbox')}
        description={t('{name} sorts the emails that arrive in it.', { name })}
      >
        {at === null ? (
          <AddressForm
            onFound={(email, servers) =>
              servers.kind === 'microsoft' ? onMicrosoft(email) : setAt({ email, servers })
            }
            isLeaving={isLeaving}
          />
        ) : (
          <ImapForm
            {...at}
            onBack={() => setAt(null)}
            onDone={onClose}
            isClosed={isClosed}
            onConnected={onConnected}
            onMicrosoft={() => onMicrosoft(at.email)}
            isLeaving={isLeaving}
          />
        )}
      </Dialog>
    </ReauthenticationProvider>
  )
}

interface AddressFormProps {
  onFound: (email: string, servers: FoundServers) => void
  /** The browser is being redirected to Microsoft. */
  isLeaving: boolean
}

function AddressForm({ onFound, isLeaving }: AddressFormProps) {
  const { formRef, values, field, showErrors } = useFormFields({ email: '' })
  const { sandboxUrl } = useProduct()
  const find = useFindServers()
  const email = values.email.trim()
  const isValid = (): boolean => showErrors({ email: emailError(email) })
  const submit = (): void => {
    if (!isValid()) return
    find.mutate(email, {
      onSuccess: (servers) => onFound(email, servers),
      onError: (error) => showErrors({ email: messageOf(error) }),
    })
  }
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      className="mt-5"
    >
      <TextField
        {...field('email', trimmed)}
        label={t('Email address of the mailbox')}
        type="email"
        autoComplete="email"
      />
      <p className="mt-3 text-sm text-muted">
        {rich('Its provider is found by the address. <link>Enter its mail servers</link>', {
          link: (label) => (
            <button
              type="button"
              className={inlineLinkClasses}
              disabled={isLeaving}
              onClick={() => isValid() && onFound(email, unknownServers)}
            >
              {label}
            </button>
          ),
        })}
      </p>
      {sandboxUrl && (
        <p className="mt-1 text-sm text-muted">{t('In the sandbox every address at outlook.com has a mailbox.')}</p>
      )}
      <DialogFooter>
        <DialogClose>{t('Cancel')}</DialogClose>
        <Button type="submit" tone="primary" busy={find.isPending || isLeaving}>
          {t('Continue')}
        </Button>
      </DialogFooter>
    </form>
  )
}
