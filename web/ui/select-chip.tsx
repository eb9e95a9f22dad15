import { ChevronDown } from 'lucide-react'
import { cx } from './cx.ts'

interface SelectChipProps {
  label: string
  /** Empty: no choice. */
  value: string
  /** The first one is the empty choice. */
  choices: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** Native select in the form of a chip, which stands out while it has a value. */
export const SelectChip = ({ label, value, choices, onChange }: SelectChipProps) => (
  <span className="relative inline-flex shrink-0 items-center">
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={cx(
        chipClasses(value !== ''),
        'max-w-56 cursor-pointer appearance-none truncate pr-8 field-sizing-content',
      )}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
    <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-2.5 size-4 text-muted" />
  </span>
)

export const chipClasses = (isSet: boolean): string =>
  cx(
    'h-9 rounded-full border px-3.5 text-sm transition-colors max-sm:text-md',
    isSet ? 'border-accent bg-accent-soft font-medium text-accent-strong' : 'border-edge bg-surface text-ink',
  )
