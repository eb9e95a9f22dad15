import { useState, useSyncExternalStore } from 'react'
import { takeReturnedProblem } from '../../api/returned-session.ts'
import { currentSession, onSessionChange } from '../../api/session.ts'
import { safeText } from '../../lib/safe-text.ts'
import { NewPassword } from './new-password.tsx'
import { PasswordLink } from './password-link.tsx'

const used = 'This link has expired or was already used. Each link works once, for an hour. Ask for a new one below.'

/** Asks for the e-mail; and where its link has brought somebody back, for the new password. */
export function ResetPasswordScreen() {
  const session = useSyncExternalStore(onSessionChange, currentSession)
  const [problem, setProblem] = useState(toldByAddress)
  if (session.status === 'signed-in' && session.choosesPassword && !session.halfWay && problem === null)
    return <NewPassword email={session.email} onExpired={() => setProblem(used)} />
  return <PasswordLink problem={problem} onSent={() => setProblem(null)} />
}

function toldByAddress(): string | null {
  const told = takeReturnedProblem()
  if (!told) return null
  return told.code === 'otp_expired' ? used : safeText(told.text) || used
}
