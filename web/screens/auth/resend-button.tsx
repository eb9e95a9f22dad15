import { retryAfterSeconds, authErrorMessage } from '../../api/auth-failure.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { toastError, toastSuccess } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { useCountdown } from './use-countdown.ts'
import { emailMinIntervalSeconds } from '../../../contract/limits.ts'
import { t } from '../../texts/translate.ts'

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
