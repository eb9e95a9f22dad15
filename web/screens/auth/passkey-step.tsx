import { Fingerprint } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { confirmWithPasskey, type Factor } from '../../api/second-step.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { secondStepWords } from '../../forms/second-step-words.ts'

interface PasskeyStepProps {
  passkeys: Factor[]
  /** Ask for the passkey at once, where there is only one: somebody has just chosen this way. */
  atOnce: boolean
  onDone: () => Promise<void>
}

/** Each passkey has a button of its own: the browser is asked for that very one. */
export function PasskeyStep({ passkeys, atOnce, onDone }: PasskeyStepProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const { busy, submit } = useSubmission(async (passkey: Factor) => {
    setProblem(null)
    try {
      await confirmWithPasskey(passkey)
      await onDone()
    } catch (error) {
      setProblem(secondStepWords(error, 'passkey'))
    }
  })
  const only = atOnce && passkeys.length === 1 ? passkeys[0] : undefined
  const asked = useRef(false)
  useEffect(() => {
    if (!only || asked.current) return
    asked.current = true
    submit(only)
  })
  return (
    <div className="mt-8 space-y-3">
      {problem !== null && (
        <Notice tone="bad" role="alert">
          {problem}
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
            {passkeys.length === 1 || passkey.name === '' ? 'Use my passkey' : `Use passkey “${passkey.name}”`}
          </span>
        </Button>
      ))}
    </div>
  )
}
