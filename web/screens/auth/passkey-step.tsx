import { Fingerprint } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { confirmWithPasskey, type Factor } from '../../api/second-step.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { secondStepErrorMessage } from '../../forms/second-step-messages.ts'
import { t } from '../../texts/translate.ts'

interface PasskeyStepProps {
  passkeys: Factor[]
  /** Opens the browser's passkey prompt on mount if there is only one passkey. */
  promptsImmediately: boolean
  onDone: () => Promise<void>
}

/** One button per passkey: the browser prompts for that passkey only. */
export function PasskeyStep({ passkeys, promptsImmediately, onDone }: PasskeyStepProps) {
  const [error, setError] = useState<string | null>(null)
  const { busy, submit } = useSubmission(async (passkey: Factor) => {
    setError(null)
    try {
      await confirmWithPasskey(passkey)
      await onDone()
    } catch (failure) {
      setError(secondStepErrorMessage(failure, 'passkey'))
    }
  })
  const only = promptsImmediately && passkeys.length === 1 ? passkeys[0] : undefined
  const hasPrompted = useRef(false)
  useEffect(() => {
    if (!only || hasPrompted.current) return
    hasPrompted.current = true
    submit(only)
  })
  return (
    <div className="mt-8 space-y-3">
      {error !== null && (
        <Notice tone="bad" role="alert">
          {error}
        </Notice>
      )}
      {passkeys.map((passkey) => (
        <Button
          key={passkey.id}
          tone="primary"
          size="large"
          className="w-full min-w-0"
          icon={<Fingerprint aria-hidden="true" />}
          busy={busy}
          onClick={() => submit(passkey)}
        >
          <span className="truncate">
            {passkeys.length === 1 || passkey.name === ''
              ? t('Use my passkey')
              : t('Use passkey “{name}”', { name: passkey.name })}
          </span>
        </Button>
      ))}
    </div>
  )
}
