import { type ReactNode, useState } from 'react'
import { cx } from './cx.ts'

interface ArrivingCountProps {
  value: number
  /** Side with free space, from which the envelope comes. */
  from: 'left' | 'right'
  /** The number as text. */
  children: ReactNode
}

/** A number of emails. When it grows, an envelope slides into it; not where the user prefers reduced motion. */
export function ArrivingCount({ value, from, children }: ArrivingCountProps) {
  const [previous, setPrevious] = useState(value)
  const [arrivals, setArrivals] = useState(0)
  if (value !== previous) {
    setPrevious(value)
    if (value > previous) setArrivals(arrivals + 1)
  }
  return (
    <span className="relative inline-block">
      {arrivals > 0 && <ArrivingEnvelope key={`envelope-${arrivals}`} from={from} />}
      <span key={arrivals} className={cx('inline-block', arrivals > 0 && 'animate-count')}>
        {children}
      </span>
    </span>
  )
}

const ArrivingEnvelope = ({ from }: Pick<ArrivingCountProps, 'from'>) => (
  <svg
    viewBox="0 0 20 14"
    aria-hidden="true"
    className={cx(
      'pointer-events-none absolute top-0.5 left-0 z-10 h-3.5 w-5 animate-deliver motion-reduce:hidden',
      from === 'left' ? '[--distance:-8rem]' : '[--distance:8rem]',
    )}
  >
    <rect width="20" height="14" rx="2" className="fill-accent" />
    <path d="M2 3l8 5.5L18 3" className="fill-none stroke-on-accent" strokeWidth="1.5" strokeLinejoin="round" />
  </svg>
)
