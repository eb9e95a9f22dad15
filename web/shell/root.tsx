import { Outlet } from '@tanstack/react-router'
import { toastDurationMs, toastsVisible } from '../../contract/limits.ts'
import { Announcer } from '../ui/announcer.tsx'
import { onDemand } from './on-demand.tsx'
import { ProductProvider } from './product.tsx'
import { useFocusAfterNavigation } from './use-focus-after-navigation.ts'
import { useReturnedNotice } from './use-returned-notice.ts'
import { useSessionGuard } from './use-session-guard.ts'

// After the first screen: nothing there needs a toast before somebody has done something.
const Toaster = onDemand(async () => (await import('../ui/toaster.tsx')).Toaster, { failed: 'quiet' })

export function Root() {
  useFocusAfterNavigation()
  useSessionGuard()
  useReturnedNotice()
  return (
    <ProductProvider>
      <Outlet />
      <Announcer />
      <Toaster visible={toastsVisible} duration={toastDurationMs} />
    </ProductProvider>
  )
}
