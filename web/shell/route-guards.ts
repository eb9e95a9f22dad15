import { redirect } from '@tanstack/react-router'
import { resolveSession } from '../api/session.ts'

/**
 * Redirects to the login screen without a session, and to the second step if it is pending. The requested URL is stored
 * in the history entry, not in the URL: a link cannot set it, which prevents open redirects after sign-in.
 */
export async function requireSession(requestedUrl: string): Promise<void> {
  const session = await resolveSession()
  if (session.status !== 'signed-in') throw redirectToLogin(requestedUrl)
  if (session.needsSecondStep) throw redirectToSecondStep(requestedUrl)
}

/**
 * Redirects signed-in users from the login screen to the requested URL, else to the dashboard; also after sign-in in
 * another tab.
 */
export async function redirectSignedIn(requestedUrl: string | undefined): Promise<void> {
  const session = await resolveSession()
  if (session.status === 'signed-in')
    throw session.needsSecondStep ? redirectToSecondStep(requestedUrl) : redirectToRequested(requestedUrl)
}

/** Allows the second-step screen only while the second step is pending. */
export async function requirePendingSecondStep(requestedUrl: string | undefined): Promise<void> {
  const session = await resolveSession()
  if (session.status !== 'signed-in') throw redirectToLogin(requestedUrl)
  if (!session.needsSecondStep) throw redirectToRequested(requestedUrl)
}

/** A password reset requires the second step first. */
export async function requireSecondStepBeforeNewPassword(currentUrl: string): Promise<void> {
  const session = await resolveSession()
  if (session.status === 'signed-in' && session.needsSecondStep && session.choosesNewPassword)
    throw redirectToSecondStep(currentUrl)
}

const rememberedPath = (requestedUrl: string | undefined) =>
  requestedUrl === undefined ? {} : { state: { from: requestedUrl } }
const redirectToLogin = (requestedUrl: string | undefined) =>
  redirect({ to: '/auth/$type', params: { type: 'login' }, ...rememberedPath(requestedUrl), replace: true })
const redirectToSecondStep = (requestedUrl: string | undefined) =>
  redirect({ to: '/auth/second-step', ...rememberedPath(requestedUrl), replace: true })
const redirectToRequested = (requestedUrl: string | undefined) =>
  requestedUrl === undefined
    ? redirect({ to: '/dashboard', replace: true })
    : redirect({ href: requestedUrl, replace: true })
