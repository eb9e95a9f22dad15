import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const tones = {
  neutral: 'border-line bg-sunken text-ink',
  warn: 'border-warn/30 bg-warn-soft text-warn',
  bad: 'border-bad/30 bg-bad-soft text-bad',
}

/** Persistent message inside the page. Set `role` if it appears after the page was rendered. */
export function Notice({ tone, role, children }: { tone: keyof typeof tones; role?: 'alert'; children: ReactNode }) {
  return (
    <div role={role} className={cx('rounded-lg border px-4 py-3 text-sm text-pretty', tones[tone])}>
      {children}
    </div>
  )
}

/** Error message of a form or dialog; renders nothing without a text. */
export function ErrorNotice({ className, children }: { className: string; children: ReactNode }) {
  if (!children) return null
  return (
    <div className={className}>
      <Notice tone="bad" role="alert">
        {children}
      </Notice>
    </div>
  )
}
