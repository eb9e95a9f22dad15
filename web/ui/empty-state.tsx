import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: ReactNode
  title: string
  description: ReactNode
  action?: ReactNode
  level?: 2 | 3
}

/** Placeholder of an empty list, optionally with an action. */
export function EmptyState({ icon, title, description, action, level = 3 }: EmptyStateProps) {
  const Title = `h${level}` as const
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <Envelope>{icon}</Envelope>
      <Title className="mt-4 text-base font-semibold">{title}</Title>
      <p className="mt-1 max-w-sm text-sm text-balance text-muted">{description}</p>
      {action !== undefined && <div className="mt-5">{action}</div>}
    </div>
  )
}

/** A small airmail envelope with an icon. */
const Envelope = ({ children }: { children: ReactNode }) => (
  <div aria-hidden="true" className="airmail airmail-small h-14 w-20 rounded-lg p-1 shadow-card">
    <div className="grid size-full place-items-center rounded-md bg-surface text-muted [&_svg]:size-5">{children}</div>
  </div>
)
