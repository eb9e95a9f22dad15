import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const tones = {
  neutral: 'border-line bg-sunken text-ink',
  warn: 'border-warn/30 bg-warn-soft text-warn',
  bad: 'border-bad/30 bg-bad-soft text-bad',
}

/** A lasting remark inside the page. `role` is for those that appear while somebody looks. */
export function Notice({ tone, role, children }: { tone: keyof typeof tones; role?: 'alert'; children: ReactNode }) {
  return (
    <div role={role} className={cx('rounded-lg border px-4 py-3 text-sm text-pretty', tones[tone])}>
      {children}
    </div>
  )
}
