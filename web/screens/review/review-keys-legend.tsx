import { useId } from 'react'
import { KeyCap } from '../../ui/key-cap.tsx'
import { Switch } from '../../ui/switch.tsx'
import { t, text } from '../../texts/translate.ts'

const shortcuts = [
  { names: ['Enter', '1'], effect: text('most likely folder') },
  { names: ['2', '–', '9'], effect: text('other folders') },
  { names: ['I'], effect: text('keep in inbox') },
  { names: ['S'], effect: text('skip') },
  { names: ['N'], effect: text('new folder') },
  { names: ['Z'], effect: text('undo the last') },
]

const barClasses =
  'flex min-h-13 flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-5 py-3 text-xs text-muted'

/**
 * Legend of the single-key shortcuts, with the switch that WCAG 2.2 requires (2.1.4): speech input, or keys pressed by
 * accident, would move messages unintentionally.
 */
export function ReviewKeysLegend({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const id = useId()
  return (
    <div className={barClasses}>
      <span className="flex items-center gap-2.5">
        <Switch id={id} label={t('Answer with single keys')} checked={on} onChange={onChange} />
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
