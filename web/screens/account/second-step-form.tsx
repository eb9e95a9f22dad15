import type { GoTrueClient } from '@supabase/auth-js'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { hasCode } from '../../api/auth-failure.ts'
import { confirmWithCode, confirmWithPasskey, type Factor } from '../../api/second-step.ts'
import { secondStepWords } from '../../forms/second-step-words.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { safeText } from '../../lib/safe-text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFieldProblems } from './use-field-problems.ts'

interface SecondStepFormProps {
  /** The session that passes the step; the page's own where it is left out. */
  client?: GoTrueClient
  factors: readonly Factor[]
  tone?: 'primary' | 'danger'
  submitLabel: string
  busyLabel: string
  onCancel: () => void
  /** @param factor the one by which the session has its second step now */
  onPassed: (factor: Factor) => Promise<void>
}

/** A code of the authenticator app, a passkey, or one of the codes for the day when neither is at hand. */
export function SecondStepForm({ client, factors, tone = 'primary', ...props }: SecondStepFormProps) {
  const { form, problems, check, forget } = useFieldProblems<'code'>()
  const [code, setCode] = useState('')
  const apps = factors.filter(({ kind }) => kind === 'app')
  const passkeys = factors.filter(({ kind }) => kind === 'passkey')
  const [first] = passkeys
  const [byRecoveryCode, setByRecoveryCode] = useState(false)
  const [passkeyProblem, setPasskeyProblem] = useState<string | null>(null)
  const asksForCode = byRecoveryCode || apps.length > 0
  // Beside the way that the form itself is; without an app the way back from the recovery code is the passkey.
  const others = apps.length > 0 ? passkeys : byRecoveryCode ? [] : passkeys.slice(1)

  const byCode = useSubmission(async () => {
    try {
      const usable = byRecoveryCode || apps.length === 0 ? factors.slice(0, 1) : apps
      await props.onPassed(await passWithAny(client, usable, code))
    } catch (error) {
      check({ code: secondStepWords(error, byRecoveryCode ? 'letters' : 'digits') })
    }
  })
  const byPasskey = useSubmission(async (passkey: Factor) => {
    setPasskeyProblem(null)
    try {
      await confirmWithPasskey(passkey, client)
      await props.onPassed(passkey)
    } catch (error) {
      setPasskeyProblem(secondStepWords(error, 'passkey'))
    }
  })

  const start = (event: FormEvent): void => {
    event.preventDefault()
    if (!asksForCode && first) return byPasskey.submit(first)
    if (check({ code: code === '' ? 'Please enter a code' : null })) byCode.submit(undefined)
  }

  return (
    <form ref={form} onSubmit={start} noValidate className="mt-5">
      {asksForCode && (
        <TextField
          key={String(byRecoveryCode)}
          label={byRecoveryCode ? 'Recovery Code' : 'Code from Your Authenticator App'}
          name="code"
          autoComplete="one-time-code"
          inputMode={byRecoveryCode ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={byRecoveryCode ? 40 : 8}
          className="font-mono tracking-wider"
          hint={byRecoveryCode ? 'One of the codes that you saved. Each is good once.' : undefined}
          value={code}
          error={problems.code}
          onChange={(event) => {
            setCode(event.target.value.trim())
            forget('code')
          }}
        />
      )}
      {passkeyProblem && (
        <div className="mb-3">
          <Notice tone="bad" role="alert">
            {passkeyProblem}
          </Notice>
        </div>
      )}
      <div className="mt-3 flex flex-wrap gap-x-4 gap-y-2">
        {others.map((passkey) => (
          <Button
            key={passkey.id}
            size="small"
            icon={<Fingerprint aria-hidden="true" />}
            busy={byPasskey.busy}
            onClick={() => byPasskey.submit(passkey)}
          >
            {passkeys.length > 1 ? `Use ${safeText(passkey.name)}` : 'Use a Passkey'}
          </Button>
        ))}
        <Button
          tone="quiet"
          size="small"
          className="-ml-3"
          onClick={() => {
            setByRecoveryCode(!byRecoveryCode)
            setCode('')
            forget('code')
          }}
        >
          {!byRecoveryCode ? 'Use a recovery code' : apps.length > 0 ? 'Use the app' : 'Use a passkey'}
        </Button>
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button type="submit" tone={tone} busy={asksForCode ? byCode.busy : byPasskey.busy}>
          {asksForCode
            ? byCode.busy
              ? props.busyLabel
              : props.submitLabel
            : byPasskey.busy
              ? 'Waiting...'
              : passkeys.length > 1 && first
                ? `Use ${safeText(first.name)}`
                : 'Use Your Passkey'}
        </Button>
      </div>
    </form>
  )
}

/** Nobody knows which of their apps has shown the code they typed. */
async function passWithAny(
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
  throw new Error('There is no second step to pass')
}
