import { useEffect, useState } from 'react'
import { emailMinIntervalSeconds } from '../../../contract/limits.ts'
import { authErrorMessage, retryAfterSeconds } from '../../api/auth-failure.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { now } from '../../lib/clock.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'

/** Sends the email again; disabled with a countdown until the auth service allows it. */
export function ResendButton({ send }: { send: () => Promise<void> }) {
  const [secondsLeft, restart] = useCountdown(emailMinIntervalSeconds)
  const { busy, submit } = useSubmission(async () => {
    try {
      await send()
      restart(emailMinIntervalSeconds)
      toastSuccess(t('Email sent again'), t('Please use the newest one.'))
    } catch (error) {
      restart(retryAfterSeconds(error) ?? 0)
      toastError(t('Email not sent'), authErrorMessage(error, t('Please try again later.')))
    }
  })
  return (
    <Button
      size="large"
      className="w-full tabular-nums"
      busy={busy}
      paused={secondsLeft > 0}
      onClick={() => submit(undefined)}
    >
      {secondsLeft > 0 ? t('Resend in {seconds} s', { seconds: secondsLeft }) : t('Resend')}
    </Button>
  )
}

/** Counts down in whole seconds. @returns the seconds left, and a function that restarts the countdown */
function useCountdown(initialSeconds: number): [secondsLeft: number, restart: (seconds: number) => void] {
  const [until, setUntil] = useState(() => now().getTime() + initialSeconds * 1000)
  const [secondsLeft, setSecondsLeft] = useState(initialSeconds)
  useEffect(() => {
    const update = () => setSecondsLeft(Math.max(0, Math.ceil((until - now().getTime()) / 1000)))
    update()
    const timer = setInterval(update, 500)
    return () => clearInterval(timer)
  }, [until])
  return [secondsLeft, (seconds) => setUntil(now().getTime() + seconds * 1000)]
}
