import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { signInMethods } from './api/sign-in-methods.ts'
import { requireHalfWay, requireSecondStepOfReturned, requireSession, sendSignedInHome } from './shell/guard.ts'
import { ErrorView } from './shell/error-view.tsx'
import { NotFound } from './shell/not-found.tsx'
import { Pending } from './shell/pending.tsx'
import { Root } from './shell/root.tsx'
import { parseSearch, stringifySearch, text } from './shell/search.ts'

/** Every screen, redirect and query parameter of the page. */

const root = createRootRoute({ component: Root, notFoundComponent: NotFound })

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
    // Asked while the screen is fetched; nothing waits for it.
    void signInMethods()
    await sendSignedInHome(location.state.from)
  },
  component: lazyRouteComponent(() => import('./screens/auth/auth-screen.tsx'), 'AuthScreen'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/auth/reset-password',
  beforeLoad: ({ location }) => requireSecondStepOfReturned(location.href),
  component: lazyRouteComponent(() => import('./screens/auth/reset-password-screen.tsx'), 'ResetPasswordScreen'),
})

const secondStep = createRoute({
  getParentRoute: () => root,
  path: '/auth/second-step',
  beforeLoad: ({ location }) => requireHalfWay(location.state.from),
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

/** For visitors and for those who are signed in. */
const help = createRoute({
  getParentRoute: () => root,
  path: '/help',
  component: lazyRouteComponent(() => import('./screens/help/help-screen.tsx'), 'HelpScreen'),
})

const loadLayout = () => import('./shell/layout.tsx')

/** What a signed-in person sees, inside the common layout. A connected mailbox may come back to any of these. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  validateSearch: (search: Record<string, unknown>) => ({
    ...text(search, 'mailbox_connected'),
    ...text(search, 'mailbox_id'),
  }),
  beforeLoad: ({ location }) => {
    // Fetched while the session is being looked at, not after it.
    void loadLayout()
    return requireSession(location.href)
  },
  component: lazyRouteComponent(loadLayout, 'Layout'),
})

export type DashboardTab = 'mailbox' | 'folders'

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  // 'overview' is the default and is left out of the address.
  validateSearch: (
    search: Record<string, unknown>,
  ): { tab?: DashboardTab | undefined; email?: string; error?: string; error_details?: string } => ({
    // Said even where it is nothing: what is left out here would keep the address's own value.
    tab: search['tab'] === 'mailbox' || search['tab'] === 'folders' ? search['tab'] : undefined,
    ...text(search, 'email'),
    ...text(search, 'error'),
    ...text(search, 'error_details'),
  }),
  component: lazyRouteComponent(() => import('./screens/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
})

const history = createRoute({
  getParentRoute: () => signedIn,
  path: '/history',
  validateSearch: (search: Record<string, unknown>) => ({
    ...text(search, 'mailbox'),
    ...text(search, 'folder'),
    ...text(search, 'status'),
    ...text(search, 'reason'),
    ...text(search, 'sender'),
    ...text(search, 'text'),
    ...text(search, 'from'),
    ...text(search, 'to'),
    ...text(search, 'page'),
    ...text(search, 'until'),
  }),
  component: lazyRouteComponent(() => import('./screens/history/history-screen.tsx'), 'HistoryScreen'),
})

const review = createRoute({
  getParentRoute: () => signedIn,
  path: '/review',
  component: lazyRouteComponent(() => import('./screens/review/review-screen.tsx'), 'ReviewScreen'),
})

const subscription = createRoute({
  getParentRoute: () => signedIn,
  path: '/subscription',
  validateSearch: (search: Record<string, unknown>) => ({
    ...text(search, 'session_id'),
    ...text(search, 'addon_session_id'),
    ...text(search, 'canceled'),
  }),
  component: lazyRouteComponent(() => import('./screens/subscription/subscription-screen.tsx'), 'SubscriptionScreen'),
})

const connections = createRoute({
  getParentRoute: () => signedIn,
  path: '/connections',
  validateSearch: (search: Record<string, unknown>) => ({
    ...text(search, 'success'),
    ...text(search, 'service'),
    ...text(search, 'email'),
    ...text(search, 'error'),
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
    /** The address that somebody asked for before they had signed in. */
    from?: string
  }
}
