import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

/** Hint shown while an email is being delivered. */
export function EmailHint({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div
      className={cx(
        'mt-6 flex gap-3 rounded-lg border border-line bg-sunken px-4 py-3 text-sm',
        '[&_svg]:mt-0.5 [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-accent',
      )}
    >
      {icon}
      <p>{children}</p>
    </div>
  )
}
