/** How lately a person must have shown that it is them, in the very session, to change how they sign in (decision T6). Milliseconds. */
export const freshProofMs = 5 * 60_000

/** What begins a session (the `amr` of its token). A second step or a refreshed token adds to one, but shows no first step. */
export const firstSteps = [
  'password',
  'otp',
  'magiclink',
  'recovery',
  'invite',
  'email/signup',
  'email_change',
  'oauth',
] as const
export type FirstStep = (typeof firstSteps)[number]

export const isFirstStep = (method: string): boolean => firstSteps.some((known) => known === method)
