import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Tells when somebody points at a list, is in it by keyboard or has one of its rows open, and when none of it is so any
 * longer: rows
 * that came in between would move what is about to be pressed or is being read.
 */
export function useListInUse(ref: RefObject<HTMLElement | null>, onUse: (inUse: boolean) => void): void {
  const tell = useEffectEvent(onUse)
  useEffect(() => {
    const list = ref.current
    if (!list) return
    const isRead = (): boolean => list.querySelector('[aria-expanded="true"], :focus-visible') !== null
    const listening = new AbortController()
    list.addEventListener('pointermove', () => tell(true), listening)
    list.addEventListener('focusin', () => tell(true), listening)
    // On the way to the button that lets new rows in, it must not go away.
    const around = list.closest('section') ?? list
    around.addEventListener('pointerleave', () => isRead() || tell(false), listening)
    list.addEventListener(
      'focusout',
      ({ relatedTarget: next }) => {
        const stays = (next instanceof Node && list.contains(next)) || isRead() || around.matches(':hover')
        if (!stays) tell(false)
      },
      listening,
    )
    return () => listening.abort()
  }, [ref])
}
