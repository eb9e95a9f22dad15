import { Fingerprint } from 'lucide-react'
import type { Factor } from '../../api/second-step.ts'
import { safeText } from '../../lib/safe-text.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'

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
export function SecondStepAlternatives(props: SecondStepAlternativesProps) {
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
