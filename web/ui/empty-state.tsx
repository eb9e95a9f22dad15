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
      <div
        aria-hidden="true"
        className="mb-4 grid size-12 place-items-center rounded-full bg-sunken text-muted [&_svg]:size-5"
      >
        {icon}
      </div>
      <Title className="text-base font-semibold">{title}</Title>
      <p className="mt-1 max-w-sm text-sm text-balance text-muted">{description}</p>
      {action !== undefined && <div className="mt-5">{action}</div>}
    </div>
  )
}
