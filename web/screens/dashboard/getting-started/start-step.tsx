import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../../texts/translate.ts'
import { cx } from '../../../ui/cx.ts'

interface StartStepProps {
  /** Or an icon, for what is no step. */
  number: ReactNode
  state: 'done' | 'current' | 'later'
  title: string
  text: ReactNode
  action?: ReactNode
}

const markClasses = 'grid size-7 shrink-0 place-items-center rounded-full text-sm font-semibold [&_svg]:size-4'
const markColours = {
  done: 'bg-good-soft text-good',
  current: 'bg-accent text-on-accent',
  later: 'border border-edge text-muted',
}

export function StartStep({ number, state, title, text, action }: StartStepProps) {
  return (
    <li aria-current={state === 'current' ? 'step' : undefined} className="flex gap-3">
      <span aria-hidden="true" className={cx(markClasses, markColours[state])}>
        {state === 'done' ? <Check /> : number}
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <div className="min-w-0">
          <h3 className={cx('font-medium', state === 'later' && 'text-muted')}>
            {title}
            {state === 'done' && <span className="sr-only"> {t('(done)')}</span>}
          </h3>
          <p className="max-w-2xl text-sm text-pretty wrap-anywhere text-muted">{text}</p>
        </div>
        {action}
      </div>
    </li>
  )
}
