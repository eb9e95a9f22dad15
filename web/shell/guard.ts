import { redirect } from '@tanstack/react-router'
import { knownSession } from '../api/session.ts'

/**
 * Only signed-in people pass; others go to the login screen, and who still owes the second step to that. Both remember where they
 * wanted to go: in the history entry, not in the address, so that no link can send somebody elsewhere after they signed in.
 */
export async function requireSession(wanted: string): Promise<void> {
  const session = await knownSession()
  if (session.status !== 'signed-in') throw toLogin(wanted)
  if (session.halfWay) throw toSecondStep(wanted)
}

/**
 * Who is signed in has no use for the login screen: on to where they wanted to go, else to the dashboard. Somebody who signs in
 * in another tab is sent there too.
 */
export async function sendSignedInHome(wanted: string | undefined): Promise<void> {
  const session = await knownSession()
  if (session.status === 'signed-in') throw session.halfWay ? toSecondStep(wanted) : toWanted(wanted)
}

/** The screen of the second step is for those who owe it. */
export async function requireHalfWay(wanted: string | undefined): Promise<void> {
  const session = await knownSession()
  if (session.status !== 'signed-in') throw toLogin(wanted)
  if (!session.halfWay) throw toWanted(wanted)
}

/** Who came to choose a new password takes the second step first, where there is one. */
export async function requireSecondStepOfReturned(here: string): Promise<void> {
  const session = await knownSession()
  if (session.status === 'signed-in' && session.halfWay && session.choosesPassword) throw toSecondStep(here)
}

const remembering = (wanted: string | undefined) => (wanted === undefined ? {} : { state: { from: wanted } })
const toLogin = (wanted: string | undefined) =>
  redirect({ to: '/auth/$type', params: { type: 'login' }, ...remembering(wanted), replace: true })
const toSecondStep = (wanted: string | undefined) =>
  redirect({ to: '/auth/second-step', ...remembering(wanted), replace: true })
const toWanted = (wanted: string | undefined) =>
  wanted === undefined ? redirect({ to: '/dashboard', replace: true }) : redirect({ href: wanted, replace: true })
