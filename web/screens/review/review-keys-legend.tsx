import { useId } from 'react'
import { KeyCap } from '../../ui/key-cap.tsx'
import { Switch } from '../../ui/switch.tsx'

const keys = [
  { names: ['Enter', '1'], does: 'likeliest folder' },
  { names: ['2', '–', '9'], does: 'other folders' },
  { names: ['I'], does: 'keep in inbox' },
  { names: ['S'], does: 'skip' },
  { names: ['Z'], does: 'undo the last' },
]

/**
 * What each key does, and the switch for all of them (WCAG 2.2, 2.1.4): whoever speaks to their computer, or touches
 * keys by accident, would
 * move mail without wanting to.
 */
export function ReviewKeysLegend({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) {
  const id = useId()
  return (
    <div className="flex min-h-13 flex-wrap items-center gap-x-6 gap-y-2 border-t border-line px-5 py-3 text-xs text-muted">
      <span className="flex items-center gap-2.5">
        <Switch id={id} label="Answer by single keys" checked={on} onChange={onChange} />
        <label htmlFor={id}>Answer by single keys</label>
      </span>
      {on && (
        // For a keyboard, so not where there is hardly one.
        <dl aria-label="Keys" className="flex flex-wrap gap-x-6 gap-y-2 max-md:hidden">
          {keys.map(({ names, does }) => (
            <div key={does} className="flex items-center gap-1.5">
              <dt className="flex items-center gap-1">
                {names.map((name) => (name === '–' ? <span key={name}>–</span> : <KeyCap key={name}>{name}</KeyCap>))}
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
