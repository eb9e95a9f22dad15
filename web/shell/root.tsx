import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { toastDurationMs, toastsVisible } from '../../contract/limits.ts'
import { Announcer } from '../ui/announcer.tsx'
import { ProductProvider } from './product.tsx'
import { useFocusAfterNavigation } from './use-focus-after-navigation.ts'
import { useReturnedNotice } from './use-returned-notice.ts'
import { useSessionGuard } from './use-session-guard.ts'

// After the first screen: nothing there needs a toast before somebody has done something.
const Toaster = lazy(async () => ({ default: (await import('../ui/toaster.tsx')).Toaster }))

export function Root() {
  useFocusAfterNavigation()
  useSessionGuard()
  useReturnedNotice()
  return (
    <ProductProvider>
      <Outlet />
      <Announcer />
      <Suspense>
        <Toaster visible={toastsVisible} duration={toastDurationMs} />
      </Suspense>
    </ProductProvider>
  )
}
