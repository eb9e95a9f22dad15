import { useId } from 'react'

interface ChoiceFieldProps<Value extends string> {
  legend: string
  value: Value
  choices: readonly { value: Value; label: string; hint: string }[]
  onChange: (value: Value) => void
  /** Values that cannot be chosen now. */
  disabled?: (value: Value) => boolean
}

/** Radio buttons, each with an explanation. */
export function ChoiceField<Value extends string>({
  legend,
  value,
  choices,
  onChange,
  disabled,
}: ChoiceFieldProps<Value>) {
  const group = useId()
  return (
    <fieldset className="space-y-2.5 text-sm">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="flex gap-3">
          <input
            type="radio"
            name={group}
            value={choice.value}
            checked={choice.value === value}
            disabled={disabled?.(choice.value) ?? false}
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
