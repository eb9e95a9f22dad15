import type { ReactNode } from 'react'
import { useProduct } from '../api/product.tsx'

interface PageHeadingProps {
  title: string
  description?: ReactNode
  actions?: ReactNode
}

/** Heading of a screen. Also sets the document title; gets the focus after navigation. */
export function PageHeading({ title, description, actions }: PageHeadingProps) {
  const { name } = useProduct()
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <title>{`${title} · ${name}`}</title>
      <div className="min-w-0">
        <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
          {title}
        </h1>
        {description && <p className="mt-1 max-w-2xl text-muted">{description}</p>}
      </div>
      {actions}
    </div>
  )
}
