import { useParams } from '@tanstack/react-router'
import { LoginScreen } from './login-screen.tsx'
import { SignupScreen } from './signup-screen.tsx'

export function AuthScreen() {
  const { type } = useParams({ from: '/auth/$type' })
  return type === 'signup' ? <SignupScreen /> : <LoginScreen />
}
