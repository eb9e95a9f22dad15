import { type ReactNode, useRef, useState } from 'react'
import { retryAfterSeconds, authErrorMessage } from '../../api/auth-failure.ts'
import type { FieldState } from '../../forms/use-form-fields.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError } from '../../lib/toast.ts'
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
      announce(`We sent a code to ${email}`)
    } catch (error) {
      const seconds = retryAfterSeconds(error)
      toastError(
        'Failed to send the code',
        seconds === null
          ? authErrorMessage(error, 'Please try again later.')
          : `Please wait ${seconds} seconds and try again.`,
      )
    }
  })
  return (
    <TextField
      {...field}
      ref={input}
      label="Code from the Email"
      name="email-code"
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={12}
      className="pr-28"
      hint={sent ? `We sent a code to ${email}. It is good for 10 minutes.` : `We mail a code to ${email}.`}
      end={
        <Button size="small" busy={busy} onClick={() => submit(undefined)} className="mr-1">
          {busy ? 'Sending...' : sent ? 'Send Again' : 'Send Code'}
        </Button>
      }
    />
  )
}
