import { Fingerprint, LifeBuoy, Smartphone } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { signOut } from '../../api/auth.ts'
import { confirmWithCode, type Factor, secondFactors, supportsPasskeys } from '../../api/second-step.ts'
import { currentSession, onSessionChange } from '../../api/session.ts'
import { secondStepErrorMessage } from '../../forms/second-step-messages.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { navigate } from '../../routing/router.ts'
import { rich } from '../../texts/rich.ts'
import { t, text } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { inputClasses } from '../../ui/text-field.tsx'
import { AuthFrame, textLinkClasses } from './auth-frame.tsx'
import { CodeField, digitsOf } from './code-field.tsx'
import { PasskeyStep } from './passkey-step.tsx'
import { useAfterSignIn } from './use-after-sign-in.ts'

/** Second step after sign-in; then continues to the requested page. */
export function SecondStepScreen() {
  const session = useSyncExternalStore(onSessionChange, currentSession)
  const completeSignIn = useAfterSignIn()
  const [factors, setFactors] = useState<Factor[] | null>(null)
  useEffect(() => void secondFactors().then(setFactors, () => setFactors([])), [])
  return (
    <AuthFrame
      title={t('Confirm it’s you')}
      description={
        session.status === 'signed-in' &&
        rich('One more step to sign in as {email}.', {
          email: <strong className="font-medium text-ink">{session.email}</strong>,
        })
      }
    >
      {factors && <SecondStep factors={factors} onDone={() => completeSignIn(t('Signed in successfully'))} />}
      <SignOut />
    </AuthFrame>
  )
}

function SignOut() {
  const { submit } = useSubmission(async () => {
    try {
      await signOut()
      toastSuccess(t('Signed out successfully'))
      await navigate({ to: '/auth/login', replace: true })
    } catch {
      toastError(t('Sign out failed'), t('Please try again later.'))
    }
  })
  return (
    <p className="mt-8 text-center text-sm text-muted">
      {rich('Not you? <button>Sign out</button>', {
        button: (content) => (
          <button type="button" className={textLinkClasses} onClick={() => submit(undefined)}>
            {content}
          </button>
        ),
      })}
    </p>
  )
}

type Method = 'app' | 'passkey' | 'recovery'

const choices: Record<Method, { label: string; icon: ReactNode }> = {
  app: { label: text('Use a code from my app'), icon: <Smartphone aria-hidden="true" /> },
  passkey: { label: text('Use a passkey'), icon: <Fingerprint aria-hidden="true" /> },
  recovery: { label: text('Use a recovery code'), icon: <LifeBuoy aria-hidden="true" /> },
}

/** Shows one method, with buttons for the others. */
function SecondStep({ factors, onDone }: { factors: Factor[]; onDone: () => Promise<void> }) {
  const apps = factors.filter(({ kind }) => kind === 'app')
  const passkeys = factors.filter(({ kind }) => kind === 'passkey')
  const methods: Method[] = []
  if (passkeys.length > 0 && supportsPasskeys()) methods.push('passkey')
  if (apps.length > 0) methods.push('app')
  methods.push('recovery')
  const [chosen, setChosen] = useState<Method | null>(null)
  const method = chosen ?? (apps.length > 0 ? 'app' : methods[0])

  return (
    <>
      {method === 'passkey' && <PasskeyStep passkeys={passkeys} promptsImmediately={chosen !== null} onDone={onDone} />}
      {method === 'app' && (
        <CodeStep
          key="app"
          factors={apps}
          label={t('6-digit code')}
          hint={t('From your authenticator app')}
          kind="digits"
          onDone={onDone}
        />
      )}
      {method === 'recovery' && (
        <CodeStep
          key="recovery"
          // The server accepts a recovery code for any factor.
          factors={factors.slice(0, 1)}
          label={t('Recovery code')}
          hint={t('One of the recovery codes that you saved. Each works once.')}
          kind="letters"
          onDone={onDone}
        />
      )}
      <div className="mt-3 flex flex-col gap-3">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button
              key={other}
              size="large"
              icon={choices[other].icon}
              className="w-full"
              onClick={() => setChosen(other)}
            >
              {t(choices[other].label)}
            </Button>
          ))}
      </div>
    </>
  )
}

interface CodeStepProps {
  /** With several apps the user selects the one that the code is from. */
  factors: Factor[]
  label: string
  hint: string
  kind: 'digits' | 'letters'
  onDone: () => Promise<void>
}

function CodeStep({ factors, label, hint, kind, onDone }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [factorId, setFactorId] = useState(factors[0]?.id)

  const { busy, submit } = useSubmission(async (event: FormEvent) => {
    event.preventDefault()
    setError(null)
    const factor = factors.find(({ id }) => id === factorId)
    const entered = kind === 'digits' ? digitsOf(code) : code.trim()
    if (kind === 'digits' && entered.length !== 6) return setError(t('The code has 6 digits.'))
    if (entered === '') return setError(t('Please enter one of your recovery codes.'))
    if (!factor) return setError(t('Please sign out and sign in again.'))
    try {
      await confirmWithCode(factor, entered)
      await onDone()
    } catch (failure) {
      setError(secondStepErrorMessage(failure, kind))
    }
  })

  return (
    <form onSubmit={submit} noValidate className="mt-8 space-y-5">
      {factors.length > 1 && <AppChoice apps={factors} value={factorId} onChange={setFactorId} />}
      <CodeField label={label} value={code} onChange={setCode} error={error} hint={hint} kind={kind} />
      <Button type="submit" tone="primary" size="large" className="w-full" busy={busy}>
        {busy ? t('Checking...') : t('Confirm')}
      </Button>
    </form>
  )
}

interface AppChoiceProps {
  apps: Factor[]
  value: string | undefined
  onChange: (id: string) => void
}

function AppChoice({ apps, value, onChange }: AppChoiceProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {t('Authenticator app')}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(inputClasses, 'h-11')}
      >
        {apps.map((app, index) => (
          <option key={app.id} value={app.id}>
            {app.name || t('App {number}', { number: index + 1 })}
          </option>
        ))}
      </select>
    </div>
  )
}
