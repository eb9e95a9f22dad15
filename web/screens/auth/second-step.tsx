import { Fingerprint, LifeBuoy, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { supportsPasskeys, type Factor } from '../../api/second-step.ts'
import { t, text } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { CodeStep } from './code-step.tsx'
import { PasskeyStep } from './passkey-step.tsx'

type Method = 'app' | 'passkey' | 'recovery'

const labels: Record<Method, string> = {
  app: text('Use a code from my app'),
  passkey: text('Use a passkey'),
  recovery: text('Use a recovery code'),
}
const icons: Record<Method, ReactNode> = {
  app: <Smartphone aria-hidden="true" />,
  passkey: <Fingerprint aria-hidden="true" />,
  recovery: <LifeBuoy aria-hidden="true" />,
}

/** Shows one method, with buttons for the others. */
export function SecondStep({ factors, onDone }: { factors: Factor[]; onDone: () => Promise<void> }) {
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
            <Button key={other} size="large" icon={icons[other]} className="w-full" onClick={() => setChosen(other)}>
              {t(labels[other])}
            </Button>
          ))}
      </div>
    </>
  )
}
