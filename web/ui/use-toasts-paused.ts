import { type RefObject, useEffect, useState } from 'react'

/** Whether toasts stay: the pointer or the focus is on one, or the window is inactive. Also focuses the list on F8. */
export function useToastsPaused(list: RefObject<HTMLElement | null>): boolean {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const [inactive, setInactive] = useState(false)

  useEffect(() => {
    const element = list.current
    const listeners = new AbortController()
    const { signal } = listeners
    element?.addEventListener('focusin', ({ target }) => setFocused(target !== element), { signal })
    element?.addEventListener('focusout', () => setFocused(false), { signal })
    // Listens on the window: removing a hovered toast fires no pointer event on it.
    const isOverList = ({ target, pointerType }: PointerEvent): boolean =>
      pointerType !== 'touch' && target instanceof Node && element?.contains(target) === true
    addEventListener('pointerover', (event) => setHovered(isOverList(event)), { signal })
    addEventListener('blur', () => setInactive(true), { signal })
    addEventListener('focus', () => setInactive(false), { signal })
    addEventListener('keydown', ({ code }) => code === 'F8' && element?.focus(), { signal })
    return () => listeners.abort()
  }, [list])

  return hovered || focused || inactive
}
