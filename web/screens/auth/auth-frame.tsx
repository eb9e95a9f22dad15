import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useProduct } from '../../api/product.tsx'
import { Link } from '../../routing/link.tsx'
import { replacePrerendered } from '../../shell/replace-prerendered.ts'
import { t } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { BrandingPanel } from './branding-panel.tsx'
import { LanguageLinks } from './language-links.tsx'

interface AuthFrameProps {
  title: string
  description: ReactNode
  /** Footer with links to the legal pages; off if the screen links them itself. */
  withLegal?: boolean
  children: ReactNode
}

/**
 * Layout of the sign-in screens: form with a branding panel on large screens, form only on small ones. The form has a
 * fixed top position, so that content loaded below it moves nothing.
 */
export function AuthFrame({ title, description, withLegal = true, children }: AuthFrameProps) {
  const { name } = useProduct()
  const heading = useFocusOnChange(title)
  useLayoutEffect(replacePrerendered, [])
  return (
    <div className="grid min-h-dvh lg:grid-cols-2">
      <title>{`${title} · ${name}`}</title>
      <BrandingPanel />
      <div className="relative flex flex-col items-center px-5 pt-10 pb-6 sm:px-10 sm:pt-[clamp(3rem,13dvh,11rem)]">
        <main className="w-full max-w-sm">
          <div className="mb-8 lg:hidden">
            <LogoMark className="size-10" />
          </div>
          <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight">
            {title}
          </h1>
          <div className="mt-1.5 text-pretty text-muted wrap-anywhere">{description}</div>
          {children}
        </main>
        {withLegal && (
          <footer className="mt-auto flex gap-4 pt-12 text-xs text-muted">
            <Link to="/terms" className="rounded-sm hover:text-ink hover:underline">
              {t('Terms of Service')}
            </Link>
            <Link to="/privacy" className="rounded-sm hover:text-ink hover:underline">
              {t('Privacy Policy')}
            </Link>
          </footer>
        )}
        <LanguageLinks />
      </div>
    </div>
  )
}

let previous: { path: string; title: string } | null = null

/** Focuses the heading and announces the title if the screen changes without a navigation. */
function useFocusOnChange(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const before = previous
    previous = { path: location.pathname, title }
    if (before?.path !== location.pathname || before.title === title) return
    // A field of the new screen may have taken the focus already.
    if (!(document.activeElement instanceof HTMLInputElement)) heading.current?.focus({ preventScroll: true })
    announce(document.title)
  }, [title])
  return heading
}
