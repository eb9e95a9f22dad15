import { useState } from 'react'
import { takeReturnedProblem } from '../../api/returned-session.ts'
import { safeText } from '../../lib/safe-text.ts'
import { useProduct } from '../../shell/product.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { CheckYourEmail } from './check-your-email.tsx'
import { CodeAddressForm } from './code-address-form.tsx'
import { EnterCodeForm } from './enter-code-form.tsx'
import { LoginForm } from './login-form.tsx'
import { OtherWays } from './other-ways.tsx'
import { useTypedAddress } from './use-typed-address.ts'

type View = 'password' | 'ask-for-code' | 'enter-code' | 'confirm-address'

/** Signing in by password, by a code in an e-mail, or at a provider; what was typed stays when the way changes. */
export function LoginScreen() {
  const { name } = useProduct()
  const [view, setView] = useState<View>('password')
  const [email, setEmail] = useTypedAddress()
  const [problem] = useState(toldByAddress)
  const address = { email, onEmailChange: setEmail }
  const toPassword = () => setView('password')

  if (view === 'ask-for-code') {
    return (
      <AuthFrame
        title="Sign in with a code"
        description="We email you a code and a link. Either signs you in, without your password."
      >
        <CodeAddressForm {...address} onSent={() => setView('enter-code')} onBack={toPassword} />
      </AuthFrame>
    )
  }
  if (view === 'enter-code') {
    return (
      <AuthFrame
        title="Check your email"
        description={
          <>
            If there is an account for <strong className="font-medium text-ink">{email.trim()}</strong>, we have sent it
            a 6-digit code and a link.
          </>
        }
      >
        <EnterCodeForm email={email.trim()} onOtherAddress={() => setView('ask-for-code')} onBack={toPassword} />
      </AuthFrame>
    )
  }
  if (view === 'confirm-address') return <CheckYourEmail email={email.trim()} onBack={toPassword} />
  return (
    <AuthFrame title={`Welcome to ${name}`} description="Sign in to manage your intelligent email sorting.">
      {problem !== null && (
        <div className="mt-6">
          <Notice tone="bad" role="alert">
            <strong className="font-semibold">Login failed</strong>
            <br />
            {problem}
          </Notice>
        </div>
      )}
      <LoginForm {...address} onUnconfirmed={() => setView('confirm-address')} />
      <OtherWays onCode={() => setView('ask-for-code')} />
    </AuthFrame>
  )
}

/** Why a trip to an e-mail or to a provider has ended here. */
function toldByAddress(): string | null {
  const told = takeReturnedProblem()
  return told && (safeText(told.text) || 'Please try again.')
}
