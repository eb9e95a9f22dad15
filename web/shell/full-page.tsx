import { createContext, use, type ReactNode } from 'react'
import { LogoMark } from './logo.tsx'
import { useProduct } from './product.tsx'

/** Whether the signed-in layout surrounds the page: it already contains the `main` landmark. */
export const InsideLayout = createContext(false)

/** Page with one message and an action, for unknown URLs and errors. */
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
  const isInsideLayout = use(InsideLayout)
  const Landmark = isInsideLayout ? 'div' : 'main'
  return (
    <Landmark className={`grid flex-1 place-items-center px-6 py-16 ${isInsideLayout ? '' : 'min-h-dvh'}`}>
      <title>{`${title} · ${name}`}</title>
      <div className="max-w-md text-center">
        {!isInsideLayout && <LogoMark className="mx-auto mb-6 size-12" />}
        <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
          {heading}
        </h1>
        <div className="mt-2 text-muted">{text}</div>
        <div className="mt-6 flex justify-center gap-3">{action}</div>
      </div>
    </Landmark>
  )
}
