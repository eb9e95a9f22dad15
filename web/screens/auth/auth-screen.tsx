import { useParams } from '@tanstack/react-router'
import { useProduct } from '../../shell/product.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { LoginForm } from './login-form.tsx'
import { SignupForm } from './signup-form.tsx'

export function AuthScreen() {
  const { type } = useParams({ from: '/auth/$type' })
  const { name } = useProduct()
  return type === 'signup' ? (
    <AuthFrame title="Create an account" description="Create your account and start organizing your inbox.">
      <SignupForm />
    </AuthFrame>
  ) : (
    <AuthFrame title={`Welcome to ${name}`} description="Sign in to manage your intelligent email sorting.">
      <LoginForm />
    </AuthFrame>
  )
}
