import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type BadgeTone = 'neutral' | 'accent' | 'good' | 'warn' | 'bad'

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent-strong',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
}

export const badgeClasses = (tone: BadgeTone): string =>
  cx('inline-flex max-w-full min-w-fit items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium', tones[tone])

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={badgeClasses(tone)}>{children}</span>
}

/** Decorative status dot; text beside it must state the status. */
export function Dot({ tone }: { tone: 'good' | 'warn' | 'neutral' }) {
  const colour = { good: 'bg-good', warn: 'bg-warn', neutral: 'bg-edge' }[tone]
  return <span aria-hidden="true" className={cx('inline-block size-2 shrink-0 rounded-full', colour)} />
}
