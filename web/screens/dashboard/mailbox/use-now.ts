import { useEffect, useState } from 'react'
import { now } from '../../../lib/clock.ts'
import { clockTickMs } from '../../../limits.ts'

/** The current time, for texts such as “1 min ago”. */
export function useNow(): Date {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), clockTickMs)
    return () => clearInterval(timer)
  }, [])
  return time
}
