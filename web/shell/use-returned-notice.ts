import { useEffect } from 'react'
import { hasComeBack, takeArrival, takeReturnedMessage, takeReturnedProblem } from '../api/returned-session.ts'
import { knownSession, type SessionState } from '../api/session.ts'
import { safeText } from '../lib/safe-text.ts'
import { toastError, toastSuccess } from '../lib/toast.ts'

/** What is said to somebody whom a link or a provider has brought back, by what the link was for. */
const welcomes: Record<string, string> = {
  signup: 'Your email address is confirmed',
  email_change: 'Your email address has been changed',
}

/** Says how a trip to an e-mail or to a provider ended. The screens of the sign-in say what went wrong in their own place. */
export function useReturnedNotice(): void {
  useEffect(() => {
    if (!hasComeBack() || location.pathname === '/auth/reset-password') return
    // The account screen says itself that a provider was linked, once the server has it.
    const linking = new URLSearchParams(location.search).has('linked')
    knownSession().then(
      (session) => tell(session, linking),
      () => undefined,
    )
  }, [])
}

function tell(session: SessionState, linking: boolean): void {
  const signedIn = session.status === 'signed-in'
  // Who is not signed in is on the way to the login screen, where it stays to be read.
  const problem = signedIn ? takeReturnedProblem() : null
  if (problem) toastError('That did not work', safeText(problem.text) || 'Please try again.')
  const message = takeReturnedMessage()
  if (message) toastSuccess(safeText(message))
  const arrival = takeArrival()
  if (arrival !== null && signedIn && !session.halfWay && !linking)
    toastSuccess(welcomes[arrival] ?? 'Signed in successfully')
}
