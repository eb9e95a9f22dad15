import type { ReactNode } from 'react'
import { toastDurationMs, toastsVisible } from '../../contract/limits.ts'
import { ProductProvider } from '../api/product.tsx'
import { onDemand } from '../lib/on-demand.tsx'
import { Announcer } from '../ui/announcer.tsx'
import { useFocusAfterNavigation } from './use-focus-after-navigation.ts'
import { useRedirectNotice } from './use-redirect-notice.ts'
import { useSessionGuard } from './use-session-guard.ts'

// Loaded after the first screen, which does not need toasts.
const Toaster = onDemand(async () => (await import('../ui/toaster.tsx')).Toaster, { failed: 'quiet' })

/** Around all screens. */
export function Root({ children }: { children: ReactNode }) {
  useFocusAfterNavigation()
  useSessionGuard()
  useRedirectNotice()
  return (
    <ProductProvider>
      {children}
      <Announcer />
      <Toaster visible={toastsVisible} duration={toastDurationMs} />
    </ProductProvider>
  )
}
