import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { AuthFrame } from './auth-frame.tsx'
import { CheckYourEmail } from './check-your-email.tsx'
import { OtherWays } from './other-ways.tsx'
import { SignupForm } from './signup-form.tsx'

export function SignupScreen() {
  const navigate = useNavigate()
  const { state } = useLocation()
  /** The address that is to be confirmed, where the operator asks for that. */
  const [toConfirm, setToConfirm] = useState<string | null>(null)
  if (toConfirm !== null) {
    const onBack = () => void navigate({ to: '/auth/$type', params: { type: 'login' }, state })
    return <CheckYourEmail email={toConfirm} onBack={onBack} />
  }
  return (
    <AuthFrame
      title="Create an account"
      description="Create your account and start organizing your inbox."
      withLegal={false}
    >
      <SignupForm onConfirm={setToConfirm} />
      <OtherWays />
    </AuthFrame>
  )
}
