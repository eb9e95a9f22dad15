import { MailCheck } from 'lucide-react'
import { resendConfirmation, signInWithCode } from '../../api/auth.ts'
import { useLocation } from '../../routing/router-view.tsx'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { EmailHint } from './email-hint.tsx'
import { MailedCodeForm } from './mailed-code-form.tsx'
import { ResendButton } from './resend-button.tsx'
import { useAfterSignIn } from './use-after-sign-in.ts'

/** Shown after a sign-up that needs a confirmed address, and after a sign-in with an unconfirmed one. */
export function CheckYourEmail({ email, onBack }: { email: string; onBack: () => void }) {
  const completeSignIn = useAfterSignIn()
  const { state } = useLocation()
  return (
    <AuthFrame
      title={t('Check your email')}
      description={rich('A link was sent to {email}. Open it to confirm your address and to sign in.', {
        email: <strong className="font-medium text-ink">{email}</strong>,
      })}
    >
      <EmailHint icon={<MailCheck aria-hidden="true" />}>
        {t('It can take a minute. If it does not arrive, check your spam folder and the address above.')}
      </EmailHint>
      <MailedCodeForm
        label={t('Or type the 6-digit code')}
        hint={t('Valid for 10 minutes.')}
        button={t('Confirm')}
        busyButton={t('Confirming...')}
        onCode={async (code) => {
          await signInWithCode(email, code)
          await completeSignIn(t('Signed in successfully'))
        }}
      />
      <div className="mt-3 space-y-3">
        <ResendButton send={() => resendConfirmation(email, state.from)} />
        <Button tone="quiet" size="large" className="w-full" onClick={onBack}>
          {t('Back to sign in')}
        </Button>
      </div>
    </AuthFrame>
  )
}
