import { useEffect, useEffectEvent, useState } from 'react'

/**
 * What was pressed by mouse or finger lets go of the focus: Enter would press it once more, where it should answer.
 * Whoever goes by keyboard
 * stays where they are.
 */
export function moveFocusToHeading(): void {
  if (document.activeElement?.matches(':focus-visible')) return
  document.querySelector<HTMLElement>('[data-review] h2')?.focus({ preventScroll: true })
}

const storageKey = 'mailroom.review-keys'

/** Whether single keys are answers: of this browser, since it is about its keyboard or microphone. */
export interface ReviewKeysSetting {
  on: boolean
  change: (on: boolean) => void
}

/** On until the person says otherwise, and from then on as they said. */
export function useReviewKeysSetting(): ReviewKeysSetting {
  const [on, setOn] = useState(() => localStorage.getItem(storageKey) !== 'off')
  return {
    on,
    change(next) {
      setOn(next)
      localStorage.setItem(storageKey, next ? 'on' : 'off')
    },
  }
}

/**
 * On this element and inside of it keys are answers; so they are where nothing has the focus, or the screen as a whole.
 */
const ours = 'body, main, h1, [data-review]'

/**
 * Single keys for what the buttons of the screen do. Not with a modifier, not while a key is held down, not in a
 * dialog, and where Enter
 * presses what has the focus it stays with that.
 * @param on false: no key means anything
 * @param act whether the key meant something
 */
export function useReviewKeys(on: boolean, act: (key: string) => boolean): void {
  const press = useEffectEvent(act)
  useEffect(() => {
    if (!on) return
    const listening = new AbortController()
    const hear = (event: KeyboardEvent): void => {
      const { target, key, code, repeat } = event
      if (event.defaultPrevented || repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
        return
      if (!(target instanceof Element) || !(target.matches(ours) || target.closest('[data-review]'))) return
      if (key === 'Enter' && target.closest('a, button')) return
      // On some keyboards the digits are on the second level.
      const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]
      if (press(digit ?? (key === 'Enter' ? '1' : key.toLowerCase()))) event.preventDefault()
    }
    document.addEventListener('keydown', hear, listening)
    return () => listening.abort()
  }, [on])
}
