import { createContext, use, type ReactNode } from 'react'
import { LogoMark } from './logo.tsx'
import { useProduct } from './product.tsx'

/** Whether the layout is around: it has the page's main landmark already. */
export const WithinLayout = createContext(false)

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
  const within = use(WithinLayout)
  const Landmark = within ? 'div' : 'main'
  return (
    <Landmark className={`grid flex-1 place-items-center px-6 py-16 ${within ? '' : 'min-h-dvh'}`}>
      <title>{`${title} · ${name}`}</title>
      <div className="max-w-md text-center">
        {!within && <LogoMark className="mx-auto mb-6 size-12" />}
        <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
          {heading}
        </h1>
        <div className="mt-2 text-muted">{text}</div>
        <div className="mt-6 flex justify-center gap-3">{action}</div>
      </div>
    </Landmark>
  )
}
