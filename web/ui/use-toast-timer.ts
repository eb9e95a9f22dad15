import { useEffect, useRef } from 'react'
import { toasts } from './toast-store.ts'

/** Dismisses a toast after `duration` milliseconds, not counting pauses. */
export function useToastTimer(id: number, duration: number, paused: boolean): void {
  const remaining = useRef(duration)
  useEffect(() => {
    if (paused) return undefined
    const startedAt = performance.now()
    const timer = setTimeout(() => toasts.dismiss(id), remaining.current)
    return () => {
      clearTimeout(timer)
      remaining.current -= performance.now() - startedAt
    }
  }, [id, paused])
}
