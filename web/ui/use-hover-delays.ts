import { useEffect, useRef } from 'react'

/** Milliseconds. */
interface HoverDelays {
  /** Of hovering until it opens. */
  open: number
  /** After it was closed, in which it opens again without that delay. */
  skip: number
  /** After the pointer has left, until it closes. */
  close: number
}

/** When something of a kind was last closed: the next one of the kind skips its delay. */
export interface LastClosed {
  at: number
}

/** Opens and closes what shows while the pointer is over it. */
export function useHoverDelays(delays: HoverDelays, lastClosed: LastClosed) {
  const timer = useRef<number | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const run = (action: () => void, delay: number): void => {
    clearTimeout(timer.current)
    if (delay === 0) action()
    else timer.current = window.setTimeout(action, delay)
  }
  return {
    enter: (open: () => void): void => run(open, performance.now() - lastClosed.at < delays.skip ? 0 : delays.open),
    leave: (close: () => void): void => run(close, delays.close),
    /** Something else has opened or closed it. */
    cancel: (): void => clearTimeout(timer.current),
  }
}
