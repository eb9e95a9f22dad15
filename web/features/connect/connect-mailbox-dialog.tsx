import { useEffect, useRef, useState } from 'react'
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
import { ImapForm } from './imap-form.tsx'

interface ConnectMailboxDialogProps {
  onClose: () => void
  /** Leads to the sign-in at Microsoft. */
  onMicrosoft: () => void
  /** The browser is being redirected there. */
  isLeaving: boolean
}

/** To be entered; it may still be at Microsoft. */
const unknownServers: FoundServers = { kind: 'imap', imap: null, smtp: null, microsoft: true }

/** Connects a mailbox, beginning with its address: at Microsoft by a sign-in there, at others by a password. */
export function ConnectMailboxDialog({ onClose, onMicrosoft, isLeaving }: ConnectMailboxDialogProps) {
  const { name } = useProduct()
  const [at, setAt] = useState<{ email: string; servers: FoundServers } | null>(null)
  const back = (): void => setAt(null)
  return (
    <ReauthenticationProvider>
      <Dialog
        onClose={onClose}
        title={t('Connect a mailbox')}
        description={
          at?.servers.kind === 'microsoft'
            ? t('You sign in at Microsoft; {name} never sees your password.', { name })
            : t('{name} sorts the email that arrives in it.', { name })
        }
      >
        {at === null ? (
          <AddressForm onFound={(email, servers) => setAt({ email, servers })} />
        ) : at.servers.kind === 'microsoft' ? (
          <MicrosoftStep
            email={at.email}
            onBack={back}
            onMicrosoft={onMicrosoft}
            onServers={() => setAt({ email: at.email, servers: unknownServers })}
            isLeaving={isLeaving}
          />
        ) : (
          <ImapForm
            email={at.email}
            servers={at.servers}
            onBack={back}
            onDone={onClose}
            onMicrosoft={onMicrosoft}
            isLeaving={isLeaving}
          />
        )}
      </Dialog>
    </ReauthenticationProvider>
  )
}

interface MicrosoftStepProps {
  email: string
  onBack: () => void
  onMicrosoft: () => void
  /** The domain only looks like Microsoft's. */
  onServers: () => void
  isLeaving: boolean
}

function MicrosoftStep({ email, onBack, onMicrosoft, onServers, isLeaving }: MicrosoftStepProps) {
  const next = useRef<HTMLDivElement>(null)
  // The button that led here is gone.
  useEffect(() => next.current?.querySelector('button')?.focus(), [])
  return (
    <>
      <p className="mt-5 text-sm wrap-anywhere">{t('{email} is a mailbox at Microsoft.', { email })}</p>
      <p className="mt-3 text-sm text-muted">
        {rich('Is it elsewhere? <link>Enter its mail servers</link>', {
          link: (label) => (
            <button type="button" className={inlineLinkClasses} disabled={isLeaving} onClick={onServers}>
              {label}
            </button>
          ),
        })}
      </p>
      <DialogFooter>
        <Button onClick={onBack}>{t('Back')}</Button>
        <div ref={next}>
          <Button tone="primary" busy={isLeaving} onClick={onMicrosoft}>
            {t('Continue to Microsoft')}
          </Button>
        </div>
      </DialogFooter>
    </>
  )
}

function AddressForm({ onFound }: { onFound: (email: string, servers: FoundServers) => void }) {
  const { formRef, values, field, showErrors } = useFormFields({ email: '' })
  const find = useFindServers()
  const submit = (): void => {
    const email = values.email.trim()
    if (!showErrors({ email: emailError(email) })) return
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
      <DialogFooter>
        <DialogClose>{t('Cancel')}</DialogClose>
        <Button type="submit" tone="primary" busy={find.isPending}>
          {t('Continue')}
        </Button>
      </DialogFooter>
    </form>
  )
}
