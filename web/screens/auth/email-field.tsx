import { useState } from 'react'
import { preloadAuthClient } from '../../api/session.ts'
import { useLocation } from '../../routing/router-view.tsx'
import { t } from '../../texts/translate.ts'
import { TextField } from '../../ui/text-field.tsx'

interface EmailFieldProps {
  value: string
  onChange: (email: string) => void
  error?: string | null | undefined
}

export function EmailField({ value, onChange, error }: EmailFieldProps) {
  return (
    <TextField
      label={t('Email')}
      onFocus={preloadAuthClient}
      type="email"
      name="email"
      autoComplete="username"
      inputMode="email"
      required
      error={error}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** State of the email field; keeps the typed address across the sign-in screens. */
export function useTypedEmail(): [email: string, onChange: (email: string) => void] {
  return useState(useLocation().state.typed ?? '')
}
