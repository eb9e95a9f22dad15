import { useEffect, useState } from 'react'

/** Whether the value has been unchanged for `ms` milliseconds, e.g. before a request is sent for it. */
export function useIsDebounced(value: string, ms: number): boolean {
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled === value
}
