import { useEffect, useState } from 'react'
import { now } from '../../lib/clock.ts'

/** Counts down in whole seconds. @returns the seconds left, and a function that restarts the countdown */
export function useCountdown(initialSeconds: number): [secondsLeft: number, restart: (seconds: number) => void] {
  const [until, setUntil] = useState(() => now().getTime() + initialSeconds * 1000)
  const [secondsLeft, setSecondsLeft] = useState(initialSeconds)
  useEffect(() => {
    const update = () => setSecondsLeft(Math.max(0, Math.ceil((until - now().getTime()) / 1000)))
    update()
    const timer = setInterval(update, 500)
    return () => clearInterval(timer)
  }, [until])
  return [secondsLeft, (seconds) => setUntil(now().getTime() + seconds * 1000)]
}
