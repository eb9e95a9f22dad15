import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { inputLook } from './text-field.tsx'

interface TextAreaFieldProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'onChange' | 'id'> {
  onChange: (value: string) => void
}

export function TextAreaField({ label, hint, error, onChange, ...rest }: TextAreaFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(wiring) => (
        <textarea
          dir="auto"
          rows={3}
          {...rest}
          {...wiring}
          onChange={(event) => onChange(event.target.value)}
          className={`${inputLook} block resize-y py-2`}
        />
      )}
    </FieldFrame>
  )
}
