import { redirect } from '@tanstack/react-router'
import { knownSession } from '../api/session.ts'

/**
 * Only signed-in people pass; others go to the login screen, which remembers where they wanted to go. Kept in the history
 * entry, not in the address, so that no link can send somebody elsewhere after they signed in.
 */
export async function requireSession(wanted: string): Promise<void> {
  const session = await knownSession()
  if (session.status === 'signed-in') return
  throw redirect({ to: '/auth/$type', params: { type: 'login' }, state: { from: wanted }, replace: true })
}

/**
 * Who is signed in has no use for the login screen: on to where they wanted to go, else to the dashboard. Somebody who signs in
 * in another tab is sent there too.
 */
export async function sendSignedInHome(wanted: string | undefined): Promise<void> {
  const session = await knownSession()
  if (session.status !== 'signed-in') return
  throw wanted ? redirect({ href: wanted, replace: true }) : redirect({ to: '/dashboard', replace: true })
}
