import { type ReactNode, useRef, useState } from 'react'
import { authErrorMessage, retryAfterSeconds } from '../../api/auth-failure.ts'
import type { FieldState } from '../../forms/use-form-fields.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface EmailCodeFieldProps extends FieldState {
  /** Recipient of the code. */
  email: string
  send: () => Promise<void>
  aside?: ReactNode
}

/** Field for a code, with a button that sends the code by email. */
export function EmailCodeField({ email, send, ...field }: EmailCodeFieldProps) {
  const [sent, setSent] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { busy, submit } = useSubmission(async () => {
    try {
      await send()
      setSent(true)
      input.current?.focus()
      announce(t('A code was sent to {email}', { email }))
    } catch (error) {
      const seconds = retryAfterSeconds(error)
      toastError(
        t('Failed to send the code'),
        seconds === null
          ? authErrorMessage(error, t('Please try again later.'))
          : t('Please wait {seconds} seconds and try again.', { seconds }),
      )
    }
  })
  return (
    <TextField
      {...field}
      ref={input}
      label={t('Code from the Email')}
      name="email-code"
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={12}
      className="pr-28"
      hint={
        sent
          ? t('A code was sent to {email}. It is valid for 10 minutes.', { email })
          : t('You get a code at {email}.', { email })
      }
      end={
        <Button size="small" busy={busy} onClick={() => submit(undefined)} className="mr-1">
          {busy ? t('Sending...') : sent ? t('Send Again') : t('Send Code')}
        </Button>
      }
    />
  )
}

interface PasswordOrCodeToggleProps {
  /** Whether the form currently asks for a code. */
  byCode: boolean
  onChange: (byCode: boolean) => void
}

/** Switches between the password and a code by email, for users who do not know their password. */
export function PasswordOrCodeToggle({ byCode, onChange }: PasswordOrCodeToggleProps) {
  return (
    <button
      type="button"
      onClick={() => onChange(!byCode)}
      className="rounded-sm text-sm font-medium text-accent underline-offset-4 hover:text-accent-strong hover:underline"
    >
      {byCode ? t('Use your password') : t('Use a code by email')}
    </button>
  )
}
