import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { inputClasses } from './text-field.tsx'

interface TextAreaFieldProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'onChange' | 'id'> {
  onChange: (value: string) => void
}

export function TextAreaField({ label, hint, error, onChange, rows = 3, ...rest }: TextAreaFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(attributes) => (
        <textarea
          dir="auto"
          rows={rows}
          // The height grows with the text (`field-sizing-content`).
          style={{ minHeight: `${rows * 1.5 + 1.125}rem` }}
          {...rest}
          {...attributes}
          onChange={(event) => onChange(event.target.value)}
          className={`${inputClasses} block max-h-[50dvh] resize-y field-sizing-content py-2`}
        />
      )}
    </FieldFrame>
  )
}
