import { Minus, Plus } from 'lucide-react'
import { IconButton } from './button.tsx'

interface StepperProps {
  /** What is counted. */
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

/** A small number with a button for one less and one for one more. At an end the button rests, and keeps the focus. */
export function Stepper({ label, value, min, max, onChange }: StepperProps) {
  const step = (by: number): void => {
    const next = value + by
    if (next >= min && next <= max) onChange(next)
  }
  const look = 'border border-line bg-surface aria-disabled:cursor-not-allowed aria-disabled:opacity-40'
  return (
    <fieldset className="flex items-center gap-1">
      <legend className="sr-only">{label}</legend>
      <IconButton
        label={`One less: ${label}`}
        icon={<Minus aria-hidden="true" />}
        aria-disabled={value <= min || undefined}
        onClick={() => step(-1)}
        className={look}
      />
      <output className="w-9 text-center text-base font-medium tabular-nums">{value}</output>
      <IconButton
        label={`One more: ${label}`}
        icon={<Plus aria-hidden="true" />}
        aria-disabled={value >= max || undefined}
        onClick={() => step(1)}
        className={look}
      />
    </fieldset>
  )
}
