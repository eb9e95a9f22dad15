import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { signInMethods } from './api/sign-in-methods.ts'
import {
  requirePendingSecondStep,
  requireSecondStepBeforeNewPassword,
  requireSession,
  redirectSignedIn,
} from './shell/route-guards.ts'
import { ErrorView } from './shell/error-view.tsx'
import { Pending } from './shell/pending.tsx'
import { Root } from './shell/root.tsx'
import { parseSearch, stringifySearch, textParam } from './shell/search-params.ts'

/** All routes of the page, with their redirects and query parameters. */

const root = createRootRoute({
  component: Root,
  notFoundComponent: lazyRouteComponent(() => import('./shell/not-found.tsx'), 'NotFound'),
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/auth/$type', params: { type: 'login' }, replace: true })
  },
})

const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  beforeLoad: () => {
    throw redirect({ to: '/auth/$type', params: { type: 'login' }, replace: true })
  },
})

const authType = createRoute({
  getParentRoute: () => root,
  path: '/auth/$type',
  beforeLoad: async ({ params, location }) => {
    if (params.type !== 'login' && params.type !== 'signup') {
      throw redirect({ to: '/auth/$type', params: { type: 'login' }, replace: true })
    }
    // Fetched in parallel with the screen; the screen does not wait for it.
    void signInMethods()
    await redirectSignedIn(location.state.from)
  },
  component: lazyRouteComponent(() => import('./screens/auth/auth-screen.tsx'), 'AuthScreen'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/auth/reset-password',
  beforeLoad: ({ location }) => requireSecondStepBeforeNewPassword(location.href),
  component: lazyRouteComponent(() => import('./screens/auth/reset-password-screen.tsx'), 'ResetPasswordScreen'),
})

const secondStep = createRoute({
  getParentRoute: () => root,
  path: '/auth/second-step',
  beforeLoad: ({ location }) => requirePendingSecondStep(location.state.from),
  component: lazyRouteComponent(() => import('./screens/auth/second-step-screen.tsx'), 'SecondStepScreen'),
})

const terms = createRoute({
  getParentRoute: () => root,
  path: '/terms',
  component: lazyRouteComponent(() => import('./screens/legal/terms-screen.tsx'), 'TermsScreen'),
})

const privacy = createRoute({
  getParentRoute: () => root,
  path: '/privacy',
  component: lazyRouteComponent(() => import('./screens/legal/privacy-screen.tsx'), 'PrivacyScreen'),
})

/** Public; also linked from signed-in pages. */
const help = createRoute({
  getParentRoute: () => root,
  path: '/help',
  component: lazyRouteComponent(() => import('./screens/help/help-screen.tsx'), 'HelpScreen'),
})

const loadLayout = () => import('./shell/layout.tsx')

/** Screens that need a session. A mailbox sign-in can return to any of them. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  validateSearch: (search: Record<string, unknown>) => ({
    ...textParam(search, 'mailbox_connected'),
    ...textParam(search, 'mailbox_id'),
  }),
  beforeLoad: ({ location }) => {
    // Fetched in parallel with the session check.
    void loadLayout()
    return requireSession(location.href)
  },
  component: lazyRouteComponent(loadLayout, 'Layout'),
})

type DashboardTab = 'mailbox' | 'folders'

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  // The default tab 'overview' is omitted from the URL.
  validateSearch: (
    search: Record<string, unknown>,
  ): { tab?: DashboardTab | undefined; email?: string; error?: string; error_details?: string } => ({
    // Set explicitly to undefined: an omitted key would keep the value from the URL.
    tab: search['tab'] === 'mailbox' || search['tab'] === 'folders' ? search['tab'] : undefined,
    ...textParam(search, 'email'),
    ...textParam(search, 'error'),
    ...textParam(search, 'error_details'),
  }),
  component: lazyRouteComponent(() => import('./screens/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
})

const history = createRoute({
  getParentRoute: () => signedIn,
  path: '/history',
  validateSearch: (search: Record<string, unknown>) => ({
    ...textParam(search, 'mailbox'),
    ...textParam(search, 'folder'),
    ...textParam(search, 'status'),
    ...textParam(search, 'reason'),
    ...textParam(search, 'search'),
    ...textParam(search, 'from'),
    ...textParam(search, 'to'),
    ...textParam(search, 'page'),
    ...textParam(search, 'until'),
  }),
  component: lazyRouteComponent(() => import('./screens/history/history-screen.tsx'), 'HistoryScreen'),
})

const review = createRoute({
  getParentRoute: () => signedIn,
  path: '/review',
  // The default, unsure email, is omitted from the URL.
  validateSearch: (search: Record<string, unknown>): { show?: 'no-folder' | undefined } => ({
    show: search['show'] === 'no-folder' ? 'no-folder' : undefined,
  }),
  component: lazyRouteComponent(() => import('./screens/review/review-screen.tsx'), 'ReviewScreen'),
})

const subscription = createRoute({
  getParentRoute: () => signedIn,
  path: '/subscription',
  validateSearch: (search: Record<string, unknown>) => ({
    ...textParam(search, 'session_id'),
    ...textParam(search, 'addon_session_id'),
    ...textParam(search, 'canceled'),
  }),
  component: lazyRouteComponent(() => import('./screens/subscription/subscription-screen.tsx'), 'SubscriptionScreen'),
})

const connections = createRoute({
  getParentRoute: () => signedIn,
  path: '/connections',
  validateSearch: (search: Record<string, unknown>) => ({
    ...textParam(search, 'success'),
    ...textParam(search, 'service'),
    ...textParam(search, 'email'),
    ...textParam(search, 'error'),
  }),
  component: lazyRouteComponent(() => import('./screens/connections/connections-screen.tsx'), 'ConnectionsScreen'),
})

const account = createRoute({
  getParentRoute: () => signedIn,
  path: '/account',
  component: lazyRouteComponent(() => import('./screens/account/account-screen.tsx'), 'AccountScreen'),
})

const emailFolders = createRoute({
  getParentRoute: () => root,
  path: '/email-folders',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', search: { tab: 'folders' }, replace: true })
  },
})

const routeTree = root.addChildren([
  home,
  auth,
  authType,
  resetPassword,
  secondStep,
  terms,
  privacy,
  help,
  emailFolders,
  signedIn.addChildren([dashboard, history, review, subscription, connections, account]),
])

export const createAppRouter = () =>
  createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultErrorComponent: ErrorView,
    defaultPendingComponent: Pending,
    defaultPendingMs: 100,
    defaultPendingMinMs: 0,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface HistoryState {
    /** The URL that the user requested before signing in. */
    from?: string
  }
}
