import type { ReactNode } from 'react'
import { useProduct } from '../api/product.tsx'

interface PageHeadingProps {
  title: string
  /** Beside the title; undefined while it is not known. */
  count?: number | undefined
  description?: ReactNode
  actions?: ReactNode
}

/** Heading of a screen. Also sets the document title; gets the focus after navigation. */
export function PageHeading({ title, count, description, actions }: PageHeadingProps) {
  const { name } = useProduct()
  return (
    <div className="mb-6 flex flex-wrap max-sm:mb-3 items-end justify-between gap-4">
      <title>{`${title} · ${name}`}</title>
      <div className="min-w-0">
        <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
          {title}
          {count !== undefined && (
            <span className="ml-2.5 rounded-full bg-sunken px-2 py-0.5 align-middle text-sm font-medium text-muted">
              {count}
            </span>
          )}
        </h1>
        {description && <p className="mt-1 max-w-2xl text-muted">{description}</p>}
      </div>
      {actions}
    </div>
  )
}
