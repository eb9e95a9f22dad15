import { useEffect, useRef } from 'react'
import { TextField } from '../../ui/text-field.tsx'

interface CodeFieldProps {
  label: string
  value: string
  onChange: (code: string) => void
  error: string | null
  hint?: string
  /** Digits of an app or email code, or letters of a recovery code. */
  kind?: 'digits' | 'letters'
  takesFocus?: boolean
}

/**
 * Field for a one-time code. Takes the focus on mount (unless `takesFocus` is false) and selects its text after an
 * error.
 */
export function CodeField(props: CodeFieldProps) {
  const { label, value, onChange, error, hint, kind = 'digits', takesFocus = true } = props
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])
  useEffect(() => {
    if (error) input.current?.select()
  }, [error])
  const digits = kind === 'digits'
  return (
    <TextField
      ref={input}
      {...(takesFocus && { 'data-takes-focus': '' })}
      label={label}
      name={digits ? 'code' : 'recovery-code'}
      inputMode={digits ? 'numeric' : 'text'}
      autoComplete={digits ? 'one-time-code' : 'off'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      value={value}
      error={error}
      hint={hint}
      onChange={(event) => onChange(event.target.value)}
      className={digits ? 'text-lg tracking-[0.35em] tabular-nums' : 'font-mono tracking-wider'}
    />
  )
}

/** Removes the spaces of a pasted code. */
export const digitsOf = (code: string): string => code.replace(/\D/g, '')
