import { useEffect, useRef } from 'react'
import { toasts } from './toast-store.ts'

/** Takes a toast away after `duration` milliseconds; those while it is paused do not count. */
export function useToastTimer(id: number, duration: number, paused: boolean): void {
  const left = useRef(duration)
  useEffect(() => {
    if (paused) return undefined
    const since = performance.now()
    const timer = setTimeout(() => toasts.dismiss(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - since
    }
  }, [id, paused])
}
