/**
 * Where the account service may send a browser that comes back from an e-mail or from a provider: exactly these paths of our own
 * origin. Everything else ends on the dashboard, so that no link can lead elsewhere.
 */
export const returnPaths = [
  '/',
  '/dashboard',
  '/subscription',
  '/connections',
  '/account',
  '/auth/login',
  '/auth/signup',
  '/auth/reset-password',
  '/auth/second-step',
] as const

export const isReturnPath = (path: string): boolean => returnPaths.some((known) => known === path)
