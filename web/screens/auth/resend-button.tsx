import { pauseOf, saidBy } from '../../api/auth-failure.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { emailPauseSeconds, usePause } from './use-pause.ts'

/** Sends the e-mail again, a minute after the last one; until then it shows how long that is. */
export function ResendButton({ send }: { send: () => Promise<void> }) {
  const [left, restart] = usePause(emailPauseSeconds)
  const { busy, submit } = useSubmission(async () => {
    try {
      await send()
      restart(emailPauseSeconds)
      toastSuccess('Email sent again', 'Please use the newest one.')
    } catch (error) {
      restart(pauseOf(error) ?? 0)
      toastError('Email not sent', saidBy(error, 'Please try again later.'))
    }
  })
  return (
    <Button
      size="large"
      className="w-full tabular-nums"
      busy={busy}
      paused={left > 0}
      onClick={() => submit(undefined)}
    >
      {left > 0 ? `Resend in ${left} s` : 'Resend'}
    </Button>
  )
}
