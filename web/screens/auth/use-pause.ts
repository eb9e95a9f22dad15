import { useEffect, useState } from 'react'
import { now } from '../../lib/clock.ts'

/** Seconds between two e-mails to one address: the account service refuses earlier ones. */
export const emailPauseSeconds = 60

/** Counts down whole seconds. @returns what is left, and how to begin anew */
export function usePause(first: number): [left: number, restart: (seconds: number) => void] {
  const [until, setUntil] = useState(() => now().getTime() + first * 1000)
  const [left, setLeft] = useState(first)
  useEffect(() => {
    const look = () => setLeft(Math.max(0, Math.ceil((until - now().getTime()) / 1000)))
    look()
    const timer = setInterval(look, 500)
    return () => clearInterval(timer)
  }, [until])
  return [left, (seconds) => setUntil(now().getTime() + seconds * 1000)]
}
