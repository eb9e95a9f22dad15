import { signInMethods } from './api/sign-in-methods.ts'
import type { Path } from './routing/pages.ts'
import type { Route } from './routing/router.ts'
import {
  requirePendingSecondStep,
  requireSecondStepBeforeNewPassword,
  requireSession,
  redirectSignedIn,
} from './shell/route-guards.ts'
import { loadLocaleData } from './texts/translate.ts'

/** All routes of the page, with their guards and redirects. */

const toLogin: Route = { redirect: { to: '/auth/login' } }

type Screen = Extract<Route, { screen: unknown }>['screen']

/** For visitors; signed-in users go on. */
const signIn = (screen: Screen): Route => ({
  screen,
  guard: ({ state }) => {
    // Fetched in parallel with the screen; the screen does not wait for it.
    void signInMethods()
    return redirectSignedIn(state.from)
  },
})

/** Needs a session. A mailbox sign-in can return to any of these. */
const signedIn = (screen: Screen): Route => ({
  screen,
  layout: async () => {
    const layout = import('./shell/layout.tsx')
    // While the layout loads, not while the first screen renders.
    loadLocaleData()
    return (await layout).Layout
  },
  guard: ({ href }) => requireSession(href),
})

const routes: Record<Path | '/auth' | '/email-folders', Route> = {
  '/': toLogin,
  '/auth': toLogin,
  '/auth/login': signIn(async () => (await import('./screens/auth/login-screen.tsx')).LoginScreen),
  '/auth/signup': signIn(async () => (await import('./screens/auth/signup-screen.tsx')).SignupScreen),
  '/auth/reset-password': {
    screen: async () => (await import('./screens/auth/reset-password-screen.tsx')).ResetPasswordScreen,
    guard: ({ href }) => requireSecondStepBeforeNewPassword(href),
  },
  '/auth/second-step': {
    screen: async () => (await import('./screens/auth/second-step-screen.tsx')).SecondStepScreen,
    guard: ({ state }) => requirePendingSecondStep(state.from),
  },
  '/terms': { screen: async () => (await import('./screens/legal/terms-screen.tsx')).TermsScreen },
  '/privacy': { screen: async () => (await import('./screens/legal/privacy-screen.tsx')).PrivacyScreen },
  // Also linked from signed-in pages.
  '/help': { screen: async () => (await import('./screens/help/help-screen.tsx')).HelpScreen },
  '/dashboard': signedIn(async () => (await import('./screens/dashboard/dashboard-screen.tsx')).DashboardScreen),
  '/history': signedIn(async () => (await import('./screens/history/history-screen.tsx')).HistoryScreen),
  '/review': signedIn(async () => (await import('./screens/review/review-screen.tsx')).ReviewScreen),
  '/tidy-up': signedIn(async () => (await import('./screens/tidy-up/tidy-up-screen.tsx')).TidyUpScreen),
  '/senders': signedIn(async () => (await import('./screens/senders/senders-screen.tsx')).SendersScreen),
  '/subscription': signedIn(
    async () => (await import('./screens/subscription/subscription-screen.tsx')).SubscriptionScreen,
  ),
  '/connections': signedIn(
    async () => (await import('./screens/connections/connections-screen.tsx')).ConnectionsScreen,
  ),
  '/operator': signedIn(async () => (await import('./screens/operator/operator-screen.tsx')).OperatorScreen),
  '/account': signedIn(async () => (await import('./screens/account/account-screen.tsx')).AccountScreen),
  '/operator/set-up': signedIn(async () => (await import('./screens/set-up/set-up-screen.tsx')).SetUpScreen),
  '/email-folders': { redirect: { to: '/dashboard', search: { tab: 'folders' } } },
}

const notFound: Route = { screen: async () => (await import('./shell/not-found.tsx')).NotFound }

const hasRoute = (pathname: string): pathname is keyof typeof routes => Object.hasOwn(routes, pathname)

export function findRoute(pathname: string): Route {
  if (hasRoute(pathname)) return routes[pathname]
  return pathname.startsWith('/auth/') ? toLogin : notFound
}
