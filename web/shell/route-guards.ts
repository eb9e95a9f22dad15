import { resolveSession } from '../api/session.ts'
import type { Destination } from '../routing/router.ts'

/**
 * Redirects to the login screen without a session, and to the second step if it is pending. The requested URL is stored
 * in the history entry, not in the URL: a link cannot set it, which prevents open redirects after sign-in.
 */
export async function requireSession(requestedUrl: string): Promise<Destination | null> {
  const session = await resolveSession()
  if (session.status !== 'signed-in') return toLogin(requestedUrl)
  return session.needsSecondStep ? toSecondStep(requestedUrl) : null
}

/**
 * Redirects signed-in users from the login screen to the requested URL, else to the dashboard; also after sign-in in
 * another tab.
 */
export async function redirectSignedIn(requestedUrl: string | undefined): Promise<Destination | null> {
  const session = await resolveSession()
  if (session.status !== 'signed-in') return null
  return session.needsSecondStep ? toSecondStep(requestedUrl) : toRequested(requestedUrl)
}

/** Allows the second-step screen only while the second step is pending. */
export async function requirePendingSecondStep(requestedUrl: string | undefined): Promise<Destination | null> {
  const session = await resolveSession()
  if (session.status !== 'signed-in') return toLogin(requestedUrl)
  return session.needsSecondStep ? null : toRequested(requestedUrl)
}

/** A password reset requires the second step first. */
export async function requireSecondStepBeforeNewPassword(currentUrl: string): Promise<Destination | null> {
  const session = await resolveSession()
  const isRequired = session.status === 'signed-in' && session.needsSecondStep && session.choosesNewPassword
  return isRequired ? toSecondStep(currentUrl) : null
}

const stateOf = (requestedUrl: string | undefined) => (requestedUrl === undefined ? {} : { from: requestedUrl })
const toLogin = (requestedUrl: string | undefined): Destination => ({
  to: '/auth/login',
  state: stateOf(requestedUrl),
})
const toSecondStep = (requestedUrl: string | undefined): Destination => ({
  to: '/auth/second-step',
  state: stateOf(requestedUrl),
})
const toRequested = (requestedUrl: string | undefined): Destination =>
  requestedUrl === undefined ? { to: '/dashboard' } : { href: requestedUrl }
