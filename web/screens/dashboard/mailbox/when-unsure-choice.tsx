import { useId } from 'react'
import type { WhenUnsure } from '../../../../contract/functions/mailbox-settings.ts'
import { whenUnsureChoices } from './mailbox-settings-texts.ts'

interface WhenUnsureChoiceProps {
  value: WhenUnsure
  onChange: (value: WhenUnsure) => void
}

/** What happens to messages about which the sorter is unsure. */
export function WhenUnsureChoice({ value, onChange }: WhenUnsureChoiceProps) {
  const group = useId()
  return (
    <fieldset className="space-y-2.5 text-sm">
      <legend className="mb-1.5 font-medium">When unsure about an email</legend>
      {whenUnsureChoices.map((choice) => (
        <label key={choice.value} className="flex gap-3">
          <input
            type="radio"
            name={group}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
            aria-describedby={`${group}-${choice.value}`}
            aria-label={choice.label}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span>
            {choice.label}
            <span id={`${group}-${choice.value}`} className="block text-muted">
              {choice.hint}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
