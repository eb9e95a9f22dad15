import { preloadAuthClient } from '../../api/session.ts'
import { TextField } from '../../ui/text-field.tsx'

export function EmailField({ value, onChange }: { value: string; onChange: (email: string) => void }) {
  return (
    <TextField
      label="Email"
      onFocus={preloadAuthClient}
      type="email"
      name="email"
      autoComplete="username"
      inputMode="email"
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
