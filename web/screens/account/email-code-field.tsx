import { type ComponentProps, useRef, useState } from 'react'
import { pauseOf, saidBy } from '../../api/auth-failure.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError } from '../../lib/toast.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface EmailCodeFieldProps extends Pick<ComponentProps<typeof TextField>, 'error' | 'aside'> {
  /** Where the code goes. */
  email: string
  send: () => Promise<void>
  value: string
  onChange: (code: string) => void
}

/** A code that is mailed on request: the button and the field for what arrives. */
export function EmailCodeField({ email, send, value, onChange, ...rest }: EmailCodeFieldProps) {
  const [sent, setSent] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { busy, submit } = useSubmission(async () => {
    try {
      await send()
      setSent(true)
      field.current?.focus()
      announce(`We sent a code to ${email}`)
    } catch (error) {
      const pause = pauseOf(error)
      toastError(
        'Failed to send the code',
        pause === null ? saidBy(error, 'Please try again later.') : `Please wait ${pause} seconds and try again.`,
      )
    }
  })
  return (
    <TextField
      {...rest}
      ref={field}
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
      value={value}
      onChange={(event) => onChange(event.target.value.trim())}
    />
  )
}
