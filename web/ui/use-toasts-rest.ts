import { type RefObject, useEffect, useState } from 'react'

/** Whether toasts wait: somebody points at them, is in one of them, or has left the window. F8 goes to them. */
export function useToastsRest(list: RefObject<HTMLElement | null>): boolean {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const [away, setAway] = useState(false)

  useEffect(() => {
    const element = list.current
    const listening = new AbortController()
    const { signal } = listening
    element?.addEventListener('focusin', ({ target }) => setFocused(target !== element), { signal })
    element?.addEventListener('focusout', () => setFocused(false), { signal })
    // Asked of the whole page: a toast that is taken away says nothing of the pointer that leaves it.
    const isPointed = ({ target, pointerType }: PointerEvent): boolean =>
      pointerType !== 'touch' && target instanceof Node && element?.contains(target) === true
    addEventListener('pointerover', (event) => setPointed(isPointed(event)), { signal })
    addEventListener('blur', () => setAway(true), { signal })
    addEventListener('focus', () => setAway(false), { signal })
    addEventListener('keydown', ({ code }) => code === 'F8' && element?.focus(), { signal })
    return () => listening.abort()
  }, [list])

  return pointed || focused || away
}
