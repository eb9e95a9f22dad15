import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/**
 * Moves the focus away from a button that was pressed by mouse or finger: Enter would press it again instead of giving
 * an answer. With keyboard navigation the focus stays.
 */
export function moveFocusToHeading(): void {
  if (document.activeElement?.matches(':focus-visible')) return
  document.querySelector<HTMLElement>('[data-keys] h2')?.focus({ preventScroll: true })
}

const storageKey = 'mailroom.review-keys'
const listeners = new Set<() => void>()

/**
 * Whether single keys are on, which is the default. Stored in the browser, since it depends on its input devices. WCAG
 * 2.2 requires the switch (2.1.4): speech input, or keys pressed by accident, would move emails unintentionally.
 */
export const hasSingleKeys = (): boolean => localStorage.getItem(storageKey) !== 'off'

export function switchSingleKeys(on: boolean): void {
  localStorage.setItem(storageKey, on ? 'on' : 'off')
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab has switched them.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

export const useHasSingleKeys = (): boolean => useSyncExternalStore(subscribe, hasSingleKeys)

/** Keys work inside what is answered, and if no other control has the focus. */
const keyTargets = 'body, main, h1, [data-list-heading], [role="tab"]'

/**
 * Single keys of a screen. Ignored with a modifier key, for repeated keys and while a dialog is open. Enter presses a
 * focused button.
 * @param handle gets the key in lower case, and returns whether it has an effect
 */
export function useSingleKeys(handle: (key: string) => boolean): void {
  const press = useEffectEvent(handle)
  useEffect(() => {
    const listening = new AbortController()
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target, key, code, repeat } = event
      if (event.defaultPrevented || repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
        return
      if (!hasSingleKeys() || document.querySelector('[aria-modal]')) return
      if (!(target instanceof Element) || !(target.matches(keyTargets) || target.closest('[data-keys]'))) return
      if (key === 'Enter' && target.closest('a, button')) return
      // Some keyboard layouts need Shift for digits.
      const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]
      if (press(digit ?? key.toLowerCase())) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown, listening)
    return () => listening.abort()
  }, [])
}

/** Keys with the same effect, as they are on the keyboard, and the effect in English. */
export interface Shortcut {
  names: readonly string[]
  effect: string
}
