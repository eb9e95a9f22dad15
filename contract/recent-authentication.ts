/** First-factor methods in the `amr` claim. A second factor or a refreshed token is no new first factor. */
const firstFactorMethods = [
  'password',
  'otp',
  'magiclink',
  'recovery',
  'invite',
  'email/signup',
  'email_change',
  'oauth',
] as const
export type FirstFactorMethod = (typeof firstFactorMethods)[number]

export const isFirstFactorMethod = (method: string): boolean => firstFactorMethods.some((known) => known === method)
