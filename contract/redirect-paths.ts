/**
 * Allowed `redirect_to` paths of email links and OAuth sign-ins, all on our own origin. Any other target is replaced
 * by the dashboard, which prevents open redirects.
 */
export const redirectPaths = [
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

export const isRedirectPath = (path: string): boolean => redirectPaths.some((known) => known === path)
