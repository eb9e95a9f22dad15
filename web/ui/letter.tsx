import type { ReactNode } from 'react'

/** A small airmail letter with an icon. */
export const Letter = ({ children }: { children: ReactNode }) => (
  <div aria-hidden="true" className="airmail airmail-small h-14 w-20 rounded-lg p-1 shadow-card">
    <div className="grid size-full place-items-center rounded-md bg-surface text-muted [&_svg]:size-5">{children}</div>
  </div>
)
