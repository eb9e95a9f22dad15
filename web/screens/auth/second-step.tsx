import { Fingerprint, LifeBuoy, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { passkeysWork, type Factor } from '../../api/second-step.ts'
import { Button } from '../../ui/button.tsx'
import { CodeStep } from './code-step.tsx'
import { PasskeyStep } from './passkey-step.tsx'

type Way = 'app' | 'passkey' | 'recovery'

const labels: Record<Way, string> = {
  app: 'Use a code from my app',
  passkey: 'Use a passkey',
  recovery: 'Use a recovery code',
}
const icons: Record<Way, ReactNode> = {
  app: <Smartphone aria-hidden="true" />,
  passkey: <Fingerprint aria-hidden="true" />,
  recovery: <LifeBuoy aria-hidden="true" />,
}

/** One way at a time, the others a click away. */
export function SecondStep({ factors, onDone }: { factors: Factor[]; onDone: () => Promise<void> }) {
  const apps = factors.filter(({ kind }) => kind === 'app')
  const passkeys = factors.filter(({ kind }) => kind === 'passkey')
  const ways: Way[] = []
  if (passkeys.length > 0 && passkeysWork()) ways.push('passkey')
  if (apps.length > 0) ways.push('app')
  ways.push('recovery')
  const [chosen, setChosen] = useState<Way | null>(null)
  const way = chosen ?? (apps.length > 0 ? 'app' : ways[0])

  return (
    <>
      {way === 'passkey' && <PasskeyStep passkeys={passkeys} atOnce={chosen !== null} onDone={onDone} />}
      {way === 'app' && (
        <CodeStep
          key="app"
          factors={apps}
          label="6-digit code"
          hint="From your authenticator app"
          kind="digits"
          onDone={onDone}
        />
      )}
      {way === 'recovery' && (
        <CodeStep
          key="recovery"
          // A recovery code stands in for any factor.
          factors={factors.slice(0, 1)}
          label="Recovery code"
          hint="One of the codes you saved when you switched this on. Each works once."
          kind="letters"
          onDone={onDone}
        />
      )}
      <div className="mt-3 flex flex-col gap-3">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} size="large" icon={icons[other]} className="w-full" onClick={() => setChosen(other)}>
              {labels[other]}
            </Button>
          ))}
      </div>
    </>
  )
}
