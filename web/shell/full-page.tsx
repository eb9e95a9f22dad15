import type { ReactNode } from 'react'
import { useProduct } from './product.tsx'

/** A page with one message and a way on: for addresses that lead nowhere, and for what went wrong. */
export function FullPage({
  title,
  heading,
  text,
  action,
}: {
  title: string
  heading: string
  text: ReactNode
  action: ReactNode
}) {
  const { name } = useProduct()
  return (
    <main className="grid min-h-dvh place-items-center px-6 py-16">
      <title>{`${title} · ${name}`}</title>
      <div className="max-w-md text-center">
        <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
          {heading}
        </h1>
        <div className="mt-2 text-muted">{text}</div>
        <div className="mt-6 flex justify-center gap-3">{action}</div>
      </div>
    </main>
  )
}
