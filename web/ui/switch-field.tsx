import { useId } from 'react'
import { Switch } from './switch.tsx'

interface SwitchFieldProps {
  label: string
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

export function SwitchField({ label, hint, ...control }: SwitchFieldProps) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-4">
      <label htmlFor={id} className="text-sm">
        <span className="font-medium">{label}</span>
        {hint && <span className="block text-muted">{hint}</span>}
      </label>
      <Switch id={id} label={label} {...control} />
    </div>
  )
}
