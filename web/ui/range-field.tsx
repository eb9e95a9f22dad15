import { FieldFrame, type FieldProps } from './field-frame.tsx'

interface RangeFieldProps extends FieldProps {
  value: number
  onChange: (value: number) => void
  range: { min: number; max: number; step: number }
  /** The value as it is said, e.g. with its unit. */
  format?: (value: number) => string
  disabled?: boolean
}

export function RangeField({ value, onChange, range, format = String, disabled, ...frame }: RangeFieldProps) {
  const said = format(value)
  return (
    <FieldFrame {...frame} aside={<span className="text-muted tabular-nums">{said}</span>}>
      {(wiring) => (
        <input
          {...wiring}
          type="range"
          {...range}
          value={value}
          disabled={disabled}
          aria-valuetext={said}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          className="block h-6 w-full accent-accent disabled:opacity-60"
        />
      )}
    </FieldFrame>
  )
}
