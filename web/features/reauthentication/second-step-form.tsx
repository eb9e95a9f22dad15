import type { GoTrueClient } from '@supabase/auth-js'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { hasCode } from '../../api/auth-failure.ts'
import { confirmWithCode, confirmWithPasskey, type Factor } from '../../api/second-step.ts'
import { secondStepErrorMessage } from '../../forms/second-step-messages.ts'
import { type FieldState, trimmed, useFormFields } from '../../forms/use-form-fields.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { safeText } from '../../lib/safe-text.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface SecondStepFormProps {
  /** Client of the session to verify; default: the page's own. */
  client?: GoTrueClient
  factors: readonly Factor[]
  tone?: 'primary' | 'danger'
  submitLabel: string
  busyLabel: string
  onCancel: () => void
  /** @param factor the one that was verified */
  onPassed: (factor: Factor) => Promise<void>
}

/** Verifies the second step by an authenticator app, a passkey or a recovery code. */
export function SecondStepForm({ client, factors, tone = 'primary', ...props }: SecondStepFormProps) {
  const { formRef, values, field, setValue, showErrors } = useFormFields({ code: '' })
  const [byRecoveryCode, setByRecoveryCode] = useState(false)
  const apps = factors.filter(({ kind }) => kind === 'app')
  const passkeys = factors.filter(({ kind }) => kind === 'passkey')
  const [firstPasskey] = passkeys
  const hasApp = apps.length > 0
  const asksForCode = byRecoveryCode || hasApp
  // Without an app the submit button uses the first passkey.
  const otherPasskeys = hasApp ? passkeys : byRecoveryCode ? [] : passkeys.slice(1)

  const byPasskey = usePasskeySubmission(client, props.onPassed)
  const byCode = useSubmission(async () => {
    try {
      // The server accepts a recovery code for any factor.
      const candidates = byRecoveryCode || !hasApp ? factors.slice(0, 1) : apps
      await props.onPassed(await confirmWithAnyFactor(client, candidates, values.code))
    } catch (error) {
      showErrors({ code: secondStepErrorMessage(error, byRecoveryCode ? 'letters' : 'digits') })
    }
  })
  const validateAndSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (!asksForCode && firstPasskey) return byPasskey.submit(firstPasskey)
    if (showErrors({ code: values.code === '' ? t('Please enter a code') : null })) byCode.submit(undefined)
  }
  const toggleRecoveryCode = (): void => {
    setByRecoveryCode(!byRecoveryCode)
    setValue('code', '')
  }

  return (
    <form ref={formRef} onSubmit={validateAndSubmit} noValidate className="mt-5">
      {asksForCode && (
        <SecondStepCodeField key={String(byRecoveryCode)} isRecoveryCode={byRecoveryCode} {...field('code', trimmed)} />
      )}
      <ErrorNotice className="mb-3">{byPasskey.error}</ErrorNotice>
      <SecondStepAlternatives
        passkeys={otherPasskeys}
        showsNames={passkeys.length > 1}
        busy={byPasskey.busy}
        onPasskey={byPasskey.submit}
        codeLabel={byRecoveryCode ? (hasApp ? t('Use the app') : t('Use a passkey')) : t('Use a recovery code')}
        onToggleRecoveryCode={toggleRecoveryCode}
      />
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={props.onCancel}>{t('Cancel')}</Button>
        {asksForCode ? (
          <Button type="submit" tone={tone} busy={byCode.busy}>
            {byCode.busy ? props.busyLabel : props.submitLabel}
          </Button>
        ) : (
          <Button type="submit" tone={tone} busy={byPasskey.busy}>
            {byPasskey.busy ? t('Waiting...') : passkeyLabel(passkeys)}
          </Button>
        )}
      </div>
    </form>
  )
}

const passkeyLabel = ([first, ...others]: readonly Factor[]): string =>
  first && others.length > 0 ? t('Use {name}', { name: safeText(first.name) }) : t('Use Your Passkey')

function usePasskeySubmission(client: GoTrueClient | undefined, onPassed: (factor: Factor) => Promise<void>) {
  const [error, setError] = useState<string | null>(null)
  const { busy, submit } = useSubmission(async (passkey: Factor) => {
    setError(null)
    try {
      await confirmWithPasskey(passkey, client)
      await onPassed(passkey)
    } catch (failure) {
      setError(secondStepErrorMessage(failure, 'passkey'))
    }
  })
  return { busy, submit, error }
}

/** Tries the code with each app: the user need not say which app it comes from. */
async function confirmWithAnyFactor(
  client: GoTrueClient | undefined,
  factors: readonly Factor[],
  code: string,
): Promise<Factor> {
  for (const [index, factor] of factors.entries()) {
    try {
      await confirmWithCode(factor, code, client)
      return factor
    } catch (error) {
      if (index === factors.length - 1 || !hasCode(error, 'mfa_verification_failed')) throw error
    }
  }
  throw new Error('There is no second factor')
}

interface SecondStepAlternativesProps {
  passkeys: readonly Factor[]
  /** Set if the user has several passkeys. */
  showsNames: boolean
  busy: boolean
  onPasskey: (passkey: Factor) => void
  codeLabel: string
  onToggleRecoveryCode: () => void
}

/** Buttons for the second factors that the form does not ask for. */
function SecondStepAlternatives(props: SecondStepAlternativesProps) {
  return (
    <div className="mt-3 flex flex-wrap gap-x-4 gap-y-2">
      {props.passkeys.map((passkey) => (
        <Button
          key={passkey.id}
          size="small"
          icon={<Fingerprint aria-hidden="true" />}
          busy={props.busy}
          onClick={() => props.onPasskey(passkey)}
        >
          {props.showsNames ? t('Use {name}', { name: safeText(passkey.name) }) : t('Use a Passkey')}
        </Button>
      ))}
      <Button tone="quiet" size="small" className="-ml-3" onClick={props.onToggleRecoveryCode}>
        {props.codeLabel}
      </Button>
    </div>
  )
}

interface SecondStepCodeFieldProps extends FieldState {
  isRecoveryCode: boolean
}

function SecondStepCodeField({ isRecoveryCode, ...field }: SecondStepCodeFieldProps) {
  return (
    <TextField
      label={isRecoveryCode ? t('Recovery Code') : t('Code from Your Authenticator App')}
      name="code"
      autoComplete="one-time-code"
      inputMode={isRecoveryCode ? 'text' : 'numeric'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={isRecoveryCode ? 40 : 8}
      className="font-mono tracking-wider"
      hint={isRecoveryCode ? t('One of the recovery codes that you saved. Each works once.') : undefined}
      {...field}
    />
  )
}
