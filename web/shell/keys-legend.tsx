import { useId } from 'react'
import { KeyCap } from '../ui/key-cap.tsx'
import { Switch } from '../ui/switch.tsx'
import { t } from '../texts/translate.ts'
import type { SingleKeysSetting } from './use-single-keys.ts'

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
