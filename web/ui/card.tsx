import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface CardProps {
  title?: ReactNode
  description?: ReactNode
  /** Buttons to the right of the title. */
  actions?: ReactNode
  /** Level of the title in the page's outline. */
  level?: 2 | 3
  className?: string
  children?: ReactNode
}

export function Card({ title, description, actions, level = 2, className, children }: CardProps) {
  const Title = `h${level}` as const
  const hasActions = actions !== undefined && actions !== null && actions !== false
  return (
    <section className={cx('rounded-xl border border-line bg-surface shadow-card', className)}>
      {(title !== undefined || hasActions) && (
        <header className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-3 px-5 py-3.5">
          <div className={cx('min-w-0', hasActions && Boolean(description) && 'sm:flex-1 sm:basis-64')}>
            {title !== undefined && <Title className="text-base font-semibold">{title}</Title>}
            {description !== undefined && description !== false && (
              <p className="text-sm text-pretty text-muted">{description}</p>
            )}
          </div>
          {hasActions && (
            <div className="flex flex-wrap items-center gap-2 max-sm:has-[button]:w-full max-sm:[&>button]:flex-1">
              {actions}
            </div>
          )}
        </header>
      )}
      {children}
    </section>
  )
}
