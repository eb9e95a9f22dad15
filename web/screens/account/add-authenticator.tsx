import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Account } from '../../api/account.ts'
import { type AuthenticatorSetup, beginAuthenticator, forgetUnfinished } from '../../api/account-factors.ts'
import { confirmWithCode } from '../../api/second-step.ts'
import { secondStepWords } from '../../forms/second-step-words.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { useProduct } from '../../shell/product.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CopyButton } from './copy-button.tsx'
import { freeName } from './free-name.ts'
import { NameForm } from './name-form.tsx'
import { said } from './said.ts'
import { useFieldProblems } from './use-field-problems.ts'

interface AddAuthenticatorProps {
  account: Account
  onClose: () => void
  onAdded: () => void
}

export function AddAuthenticator({ account, onClose, onAdded }: AddAuthenticatorProps) {
  const { name: issuer } = useProduct()
  const [setup, setSetup] = useState<AuthenticatorSetup | null>(null)

  const { busy, submit } = useSubmission(async (name: string) => {
    try {
      await forgetUnfinished(account.unfinished)
      setSetup(await beginAuthenticator(name, issuer))
    } catch (error) {
      toastError('Failed to add the app', said(error))
    }
  })
  const cancel = (): void => {
    if (setup) void forgetUnfinished([{ id: setup.factorId }])
    onClose()
  }

  return (
    <Dialog
      onClose={cancel}
      title="Add authenticator app"
      description={
        setup
          ? 'Scan the picture with your app, then enter the code that it shows.'
          : 'Any app that makes codes will do: Google Authenticator, Microsoft Authenticator, 1Password and many others.'
      }
    >
      {setup ? (
        <ConfirmSetup setup={setup} onCancel={cancel} onAdded={onAdded} />
      ) : (
        <NameForm
          hint="So that you know later which one it is"
          suggestion={freeName('Authenticator app', account.factors)}
          taken={account.factors}
          busy={busy}
          busyLabel="Preparing..."
          submitLabel="Continue"
          onCancel={cancel}
          onSubmit={submit}
        />
      )}
    </Dialog>
  )
}

function ConfirmSetup({
  setup,
  onCancel,
  onAdded,
}: {
  setup: AuthenticatorSetup
  onCancel: () => void
  onAdded: () => void
}) {
  const { form, problems, check, forget } = useFieldProblems<'code'>()
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])

  const { busy, submit } = useSubmission(async () => {
    try {
      await confirmWithCode({ id: setup.factorId, kind: 'app', name: '' }, code)
      toastSuccess('Authenticator app added')
      onAdded()
    } catch (error) {
      check({ code: secondStepWords(error, 'digits') })
    }
  })
  const start = (event: FormEvent): void => {
    event.preventDefault()
    const isCode = /^\d{6}$/.test(code)
    if (check({ code: isCode ? null : 'Please enter the 6 digits that your app shows' })) submit(undefined)
  }

  return (
    <form ref={form} onSubmit={start} noValidate className="mt-5 space-y-5">
      <div className="flex flex-wrap items-center gap-5">
        <img
          src={setup.qrCode}
          alt="QR code with the secret below"
          width={176}
          height={176}
          className="size-44 rounded-lg border border-line"
        />
        <div className="min-w-40 flex-1">
          <p className="text-sm font-medium">Or type this secret</p>
          <p className="mt-1 font-mono text-sm wrap-anywhere" translate="no">
            {grouped(setup.secret)}
          </p>
          <CopyButton className="mt-2" what="Secret" text={setup.secret} />
        </div>
      </div>
      <TextField
        label="Code from the App"
        ref={field}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={7}
        className="font-mono tracking-wider"
        value={code}
        error={problems.code}
        onChange={(event) => {
          setCode(event.target.value.replaceAll(/\s/g, ''))
          forget('code')
        }}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" tone="primary" busy={busy}>
          {busy ? 'Checking...' : 'Turn On'}
        </Button>
      </div>
    </form>
  )
}

/** In fours, as one types it. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret
