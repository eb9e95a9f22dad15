import { useState } from 'react'
import { useProduct } from '../../api/product.tsx'
import { useLocation } from '../../routing/router-view.tsx'
import { navigate } from '../../routing/router.ts'
import { t } from '../../texts/translate.ts'
import { AuthFrame } from './auth-frame.tsx'
import { CheckYourEmail, SignupClosed } from './later-views.ts'
import { OtherSignInMethods } from './other-sign-in-methods.tsx'
import { SignupForm } from './signup-form.tsx'

export function SignupScreen() {
  const { signUp } = useProduct()
  const { state } = useLocation()
  // Set if the operator requires a confirmed address.

  const [unconfirmedEmail, setUnconfirmedEmail] = useState<string | null>(null)
  if (unconfirmedEmail !== null) {
    const onBack = () => void navigate({ to: '/auth/login', state })
    return <CheckYourEmail email={unconfirmedEmail} onBack={onBack} />
  }
  if (signUp !== 'open') return <SignupClosed isInvited={signUp === 'invited'} />
  return (
    <AuthFrame
      title={t('Create an account')}
      description={t('Create your account and start organizing your inbox.')}
      withLegal={false}
    >
      <SignupForm onConfirm={setUnconfirmedEmail} />
      <OtherSignInMethods />
    </AuthFrame>
  )
}
