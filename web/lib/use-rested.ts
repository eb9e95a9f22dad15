import { useEffect, useState } from 'react'

/** Whether the value has stayed the same for so many milliseconds, e.g. before somebody is asked about it. */
export function useRested(value: string, ms: number): boolean {
  const [rested, setRested] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return rested === value
}
