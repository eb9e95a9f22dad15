import { FieldFrame, type FieldProps } from './field-frame.tsx'

interface RangeFieldProps extends FieldProps {
  value: number
  onChange: (value: number) => void
  range: { min: number; max: number; step: number }
  /** Displayed and announced value, e.g. with its unit. */
  format?: (value: number) => string
  disabled?: boolean
}

export function RangeField({ value, onChange, range, format = String, disabled, ...frame }: RangeFieldProps) {
  const formatted = format(value)
  return (
    <FieldFrame {...frame} aside={<span className="text-muted tabular-nums">{formatted}</span>}>
      {(attributes) => (
        <input
          {...attributes}
          type="range"
          {...range}
          value={value}
          disabled={disabled}
          aria-valuetext={formatted}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          className="block h-6 w-full accent-accent disabled:opacity-50"
        />
      )}
    </FieldFrame>
  )
}
