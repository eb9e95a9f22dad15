import { type ReactNode, useEffect, useRef } from 'react'
import { ProductProvider, useProduct } from '../api/product.tsx'
import {
  consumeSignInOrigin,
  consumeUrlError,
  consumeUrlMessage,
  isRedirectReturn,
  type UrlMessage,
} from '../api/session-from-url.ts'
import { currentSession, onSessionChange, resolveSession, type SessionState } from '../api/session.ts'
import { onDemand } from '../lib/on-demand.tsx'
import { safeText } from '../lib/safe-text.ts'
import { toastError, toastSuccess } from '../lib/toast.ts'
import { clearUserStorage } from '../lib/user-storage.ts'
import { useLocation } from '../routing/router-view.tsx'
import { reloadRoute } from '../routing/router.ts'
import { t, text } from '../texts/translate.ts'
import { announce, Announcer } from '../ui/announcer.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { toasts } from '../ui/toast-store.ts'

const toastDurationMs = 4000
const toastsVisible = 3

const SandboxBanner = onDemand(async () => (await import('./sandbox-banner.tsx')).SandboxBanner, { failed: 'quiet' })

/** Around all screens. */
export function Root({ children }: { children: ReactNode }) {
  useFocusAfterNavigation()
  useSessionGuard()
  useRedirectNotice()
  return (
    <ProductProvider>
      {children}
      <SandboxNotice />
      <Announcer />
      <Toaster visible={toastsVisible} duration={toastDurationMs} />
    </ProductProvider>
  )
}

const SandboxNotice = () => useProduct().sandboxUrl && <SandboxBanner />

/**
 * Reports a session that ends while the page is open (sign-out elsewhere, rejected refresh), and reruns the route
 * guards.
 */
function useSessionGuard(): void {
  useEffect(() => {
    // The session may have ended before this effect subscribed.
    reportSessionEnd()
    return onSessionChange(() => {
      // What the former session has reported says nothing about the sign-in screen.
      if (currentSession().status === 'signed-out') toasts.clear()
      reportSessionEnd()
      void reloadRoute()
    })
  }, [])
}

function reportSessionEnd(): void {
  const session = currentSession()
  if (session.status !== 'signed-out') return
  clearUserStorage({ keepDrafts: session.ended })
  if (session.ended) toastError(t('Your session has ended'), t('Please sign in again.'))
}

/** Success messages by the purpose of the email link. */
const successTexts: Record<string, string> = {
  signup: text('Your email address is confirmed'),
  email_change: text('Your email address has been changed'),
}

/** Shows the result of an email link or a provider's redirect. The sign-in screens show errors themselves. */
function useRedirectNotice(): void {
  useEffect(() => {
    if (!isRedirectReturn() || location.pathname === '/auth/reset-password') return
    // The account screen reports a linked provider itself.
    const linking = new URLSearchParams(location.search).has('linked')
    resolveSession().then(
      (session) => showNotices(session, linking),
      () => undefined,
    )
  }, [])
}

function showNotices(session: SessionState, linking: boolean): void {
  const signedIn = session.status === 'signed-in'
  // Without a session the login screen shows the error permanently.
  const error = signedIn ? consumeUrlError() : null
  if (error) toastError(t('That did not work'), errorText(error))
  const message = consumeUrlMessage()
  if (message) toastSuccess(safeText(t(message)))
  const origin = consumeSignInOrigin()
  if (origin !== null && signedIn && !session.needsSecondStep && !linking)
    toastSuccess(t(successTexts[origin] ?? text('Signed in successfully')))
}

function errorText({ code, text: english }: UrlMessage): string {
  const message = safeText(t(english)) || t('Please try again.')
  if (code !== 'otp_expired') return message
  return t('{message} You are signed in already. To confirm a new address, resend the links under Account.', {
    message: message.replace(/\.?$/, '.'),
  })
}

/** Moves the focus to the heading and announces the title after each navigation, as a page load would. */
function useFocusAfterNavigation(): void {
  const { pathname, href } = useLocation()
  const [withoutHash] = href.split('#')
  const previous = useRef<{ pathname: string; withoutHash: string | undefined } | null>(null)
  useEffect(() => {
    const from = previous.current
    previous.current = { pathname, withoutHash }
    // Not for the first page load, nor for another hash.
    if (from === null || from.withoutHash === withoutHash) return
    if (from.pathname !== pathname) {
      focusHeading()
      announce(document.title)
      return
    }
    // Other query parameters, e.g. another tab: only where the focused element is removed, which tabs do later.
    const frame = requestAnimationFrame(() => document.activeElement === document.body && focusHeading())
    return () => cancelAnimationFrame(frame)
  }, [pathname, withoutHash])
}

/** Screens with a single important field mark it with `data-takes-focus`. */
function focusHeading(): void {
  const target = document.querySelector<HTMLElement>('[data-takes-focus]') ?? document.querySelector<HTMLElement>('h1')
  target?.focus({ preventScroll: true })
}
