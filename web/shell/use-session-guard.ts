import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { currentSession, onSessionChange } from '../api/session.ts'
import { toastError } from '../lib/toast.ts'
import { forgetActiveMailbox } from './active-mailbox-store.ts'

/** A session can end while a page is open (signed out elsewhere, refused refresh): it is said, and the guards are asked again. */
export function useSessionGuard(): void {
  const router = useRouter()
  useEffect(() => {
    // A stored session may have turned out to be over before this was there to hear of it.
    tellOfEnd()
    return onSessionChange(() => {
      tellOfEnd()
      void router.invalidate()
    })
  }, [router])
}

function tellOfEnd(): void {
  const session = currentSession()
  if (session.status !== 'signed-out') return
  forgetActiveMailbox()
  if (session.ended) toastError('Your session has ended', 'Please sign in again.')
}
