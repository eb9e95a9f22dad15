import { Minus, Plus } from 'lucide-react'
import { t } from '../texts/translate.ts'
import { IconButton } from './button.tsx'

interface StepperProps {
  /** Name of the counted item. */
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

/** Number with a minus and a plus button. At a limit the button keeps the focus. */
export function Stepper({ label, value, min, max, onChange }: StepperProps) {
  const step = (by: number): void => {
    const next = value + by
    if (next >= min && next <= max) onChange(next)
  }
  const buttonClasses = 'border border-line bg-surface'
  return (
    <fieldset className="flex items-center gap-1">
      <legend className="sr-only">{label}</legend>
      <IconButton
        label={t('One less: {label}', { label })}
        icon={<Minus aria-hidden="true" />}
        paused={value <= min}
        onClick={() => step(-1)}
        className={buttonClasses}
      />
      <output className="w-9 text-center text-base font-medium tabular-nums">{value}</output>
      <IconButton
        label={t('One more: {label}', { label })}
        icon={<Plus aria-hidden="true" />}
        paused={value >= max}
        onClick={() => step(1)}
        className={buttonClasses}
      />
    </fieldset>
  )
}
