import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { currentSession, onSessionChange } from '../api/session.ts'
import { forgetActiveMailbox } from './active-mailbox-store.ts'

/** A session can end while a page is open (signed out elsewhere, refused refresh): the guards are asked again. */
export function useSessionGuard(): void {
  const router = useRouter()
  useEffect(
    () =>
      onSessionChange(() => {
        if (currentSession().status === 'signed-out') forgetActiveMailbox()
        void router.invalidate()
      }),
    [router],
  )
}
