import { useEffect, useEffectEvent, useId, useState } from 'react'
import { t } from '../texts/translate.ts'
import { KeyCap } from './key-cap.tsx'
import { Switch } from './switch.tsx'

/**
 * Moves the focus away from a button that was pressed by mouse or finger: Enter would press it again instead of giving
 * an answer. With keyboard navigation the focus stays.
 */
export function moveFocusToHeading(): void {
  if (document.activeElement?.matches(':focus-visible')) return
  document.querySelector<HTMLElement>('[data-keys] h2')?.focus({ preventScroll: true })
}

const storageKey = 'mailroom.review-keys'

/** Whether shortcuts are on. Stored in the browser, since it depends on its input devices. */
export interface SingleKeysSetting {
  on: boolean
  change: (on: boolean) => void
}

/** On by default. */
export function useSingleKeysSetting(): SingleKeysSetting {
  const [on, setOn] = useState(() => localStorage.getItem(storageKey) !== 'off')
  return {
    on,
    change(next) {
      setOn(next)
      localStorage.setItem(storageKey, next ? 'on' : 'off')
    },
  }
}

/** Shortcuts work inside what is answered, and if no other control has the focus. */
const shortcutTargets = 'body, main, h1, [role="tab"]'

/**
 * Single-key shortcuts. Ignored with a modifier key, for repeated keys and in dialogs. Enter presses a focused
 * button.
 * @param on false: no shortcuts
 * @param handle gets the key in lower case, and returns whether it is a shortcut
 */
export function useSingleKeys(on: boolean, handle: (key: string) => boolean): void {
  const press = useEffectEvent(handle)
  useEffect(() => {
    if (!on) return
    const listening = new AbortController()
    const onKeyDown = (event: KeyboardEvent): void => {
      const { target, key, code, repeat } = event
      if (event.defaultPrevented || repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
        return
      if (!(target instanceof Element) || !(target.matches(shortcutTargets) || target.closest('[data-keys]'))) return
      if (key === 'Enter' && target.closest('a, button')) return
      // Some keyboard layouts need Shift for digits.
      const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]
      if (press(digit ?? key.toLowerCase())) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown, listening)
    return () => listening.abort()
  }, [on])
}

/** Keys with the same effect, as they are on the keyboard, and the effect in English. */
export interface Shortcut {
  names: readonly string[]
  effect: string
}

const barClasses =
  'flex min-h-13 flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-5 py-3 text-xs text-muted'

interface KeysLegendProps {
  shortcuts: readonly Shortcut[]
  keys: SingleKeysSetting
}

/**
 * Legend of the single-key shortcuts, with the switch that WCAG 2.2 requires (2.1.4): speech input, or keys pressed by
 * accident, would move messages unintentionally.
 */
export function KeysLegend({ shortcuts, keys: { on, change } }: KeysLegendProps) {
  const id = useId()
  return (
    <div className={barClasses}>
      <span className="flex items-center gap-2.5">
        <Switch id={id} label={t('Answer with single keys')} checked={on} onChange={change} />
        <label htmlFor={id}>{t('Answer with single keys')}</label>
      </span>
      {on && (
        // Hidden on narrow screens, which rarely have a keyboard.
        <dl aria-label={t('Keys')} className="flex flex-wrap gap-x-6 gap-y-2 max-md:hidden">
          {shortcuts.map(({ names, effect }) => (
            <div key={effect} className="flex items-center gap-1.5">
              <dt className="flex items-center gap-1">
                {names.map((name) => (name === '–' ? <span key={name}>–</span> : <KeyCap key={name}>{name}</KeyCap>))}
              </dt>
              <dd>{t(effect)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
