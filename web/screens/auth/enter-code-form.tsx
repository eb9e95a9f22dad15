import { sendSignInCode, signInWithCode } from '../../api/auth.ts'
import { useLocation } from '../../routing/router-view.tsx'
import { t } from '../../texts/translate.ts'
import { textLinkClasses } from './auth-frame.tsx'
import { MailedCodeForm } from './mailed-code-form.tsx'
import { ResendButton } from './resend-button.tsx'
import { useAfterSignIn } from './use-after-sign-in.ts'

interface EnterCodeFormProps {
  email: string
  onOtherAddress: () => void
  onBack: () => void
}

export function EnterCodeForm({ email, onOtherAddress, onBack }: EnterCodeFormProps) {
  const completeSignIn = useAfterSignIn()
  const { state } = useLocation()

  return (
    <>
      <MailedCodeForm
        label={t('6-digit code')}
        hint={t('Valid for 10 minutes. You can open the link instead.')}
        button={t('Sign In')}
        busyButton={t('Signing in...')}
        takesFocus
        onCode={async (code) => {
          await signInWithCode(email, code)
          await completeSignIn(t('Signed in successfully'))
        }}
      />
      <div className="mt-3">
        <ResendButton send={() => sendSignInCode(email, state.from)} />
      </div>
      <p className="mt-5 flex justify-center gap-4 text-sm">
        <button type="button" className={textLinkClasses} onClick={onOtherAddress}>
          {t('Use another address')}
        </button>
        <button type="button" className={textLinkClasses} onClick={onBack}>
          {t('Use my password')}
        </button>
      </p>
    </>
  )
}
