import type { ReactNode } from 'react'
import { LogoMark } from '../../shell/logo.tsx'
import { useProduct } from '../../shell/product.tsx'
import { BrandingPanel } from './branding-panel.tsx'

/** Branding on large screens, the form beside it; the form alone on small ones. */
export function AuthFrame({
  title,
  description,
  children,
}: {
  title: string
  description: ReactNode
  children: ReactNode
}) {
  const { name } = useProduct()
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <title>{`${title} · ${name}`}</title>
      <BrandingPanel />
      <main className="flex flex-col items-center justify-center px-5 py-10 sm:px-10">
        <div className="w-full max-w-sm">
          <div className="mb-8 lg:hidden">
            <LogoMark className="size-10" />
          </div>
          <h1 tabIndex={-1} className="text-xl font-semibold tracking-tight">
            {title}
          </h1>
          <p className="mt-1.5 text-muted">{description}</p>
          {children}
        </div>
      </main>
    </div>
  )
}
