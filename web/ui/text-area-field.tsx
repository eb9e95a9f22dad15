import type { ComponentProps } from 'react'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { inputLook } from './text-field.tsx'

interface TextAreaFieldProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'onChange' | 'id'> {
  onChange: (value: string) => void
}

export function TextAreaField({ label, hint, error, onChange, rows = 3, ...rest }: TextAreaFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      {(wiring) => (
        <textarea
          dir="auto"
          rows={rows}
          // It grows with what is written, as high as a good part of the window.
          style={{ minHeight: `${rows * 1.5 + 1.125}rem` }}
          {...rest}
          {...wiring}
          onChange={(event) => onChange(event.target.value)}
          className={`${inputLook} block max-h-[50dvh] resize-y field-sizing-content py-2`}
        />
      )}
    </FieldFrame>
  )
}
