import type { ReactNode } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

interface ForwardStatusProps {
  isGood: boolean
  badge: string
  children: ReactNode
  /** Lets the user meet the condition. */
  button?: ReactNode
}

/** A condition of forwarding: whether it is met, and a button to meet it. */
export function ForwardStatus({ isGood, badge, children, button }: ForwardStatusProps) {
  return (
    <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm sm:flex-nowrap">
      <p>
        <Badge tone={isGood ? 'good' : 'warn'}>{badge}</Badge> <span className="text-muted">{children}</span>
      </p>
      {button}
    </div>
  )
}

/** As high as the loaded status, so that nothing moves. */
export const ForwardStatusSkeleton = () => <Skeleton className="h-10 w-full" />
