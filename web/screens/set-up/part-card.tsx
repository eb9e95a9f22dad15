import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { t, text } from '../../texts/translate.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { cx } from '../../ui/cx.ts'

export type CardState = 'set' | 'none' | 'environment' | 'failing'

const badges: Record<CardState, { label: string; tone: BadgeTone }> = {
  set: { label: text('Set up'), tone: 'good' },
  none: { label: text('Not set up'), tone: 'neutral' },
  environment: { label: text('Set in the environment'), tone: 'accent' },
  failing: { label: text('Does not work'), tone: 'bad' },
}

interface PartCardProps {
  id: string
  title: string
  description: string
  /** Null: nothing is missing. */
  state: CardState | null
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

/** A part of the set-up, folded to one line. */
export function PartCard({ id, title, description, state, isOpen, onToggle, children }: PartCardProps) {
  const badge = state && badges[state]
  return (
    <section className="rounded-xl border border-line bg-surface shadow-card">
      <h2>
        <button
          id={`set-up-${id}`}
          type="button"
          aria-expanded={isOpen}
          aria-controls={`set-up-${id}-content`}
          onClick={onToggle}
          className="flex min-h-19 w-full items-center gap-4 rounded-xl px-5 py-3 text-left hover:bg-sunken"
        >
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="text-base font-semibold">{title}</span>
              {badge && <Badge tone={badge.tone}>{t(badge.label)}</Badge>}
            </span>
            <span className="mt-0.5 block text-sm font-normal text-pretty text-muted">{description}</span>
          </span>
          <ChevronDown
            aria-hidden="true"
            className={cx('size-5 shrink-0 text-muted transition-transform', isOpen && 'rotate-180')}
          />
        </button>
      </h2>
      <div id={`set-up-${id}-content`} hidden={!isOpen} className="border-t border-line p-5">
        {isOpen && children}
      </div>
    </section>
  )
}
