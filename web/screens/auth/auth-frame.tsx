import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { languages } from '../../../contract/languages.ts'
import { useProduct } from '../../api/product.tsx'
import { Link } from '../../routing/link.tsx'
import { replacePrerendered } from '../../shell/replace-prerendered.ts'
import { chooseLanguage, languageNames } from '../../texts/language.ts'
import { currentLanguage, t } from '../../texts/translate.ts'
import { announce } from '../../ui/announcer.tsx'
import { cx } from '../../ui/cx.ts'
import { LogoMark } from '../../ui/logo.tsx'

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

/** Left half of the sign-in screens on large screens. */
function BrandingPanel() {
  const { name } = useProduct()
  return (
    <aside
      className={cx(
        'relative scheme-dark hidden flex-col justify-between overflow-hidden p-12 lg:flex xl:p-16',
        'bg-brand text-on-brand',
      )}
    >
      <div className="flex items-center gap-3 text-lg font-semibold tracking-tight">
        <LogoMark />
        {name}
      </div>
      <Pigeonholes />
      <div className="max-w-md">
        <p className="text-2xl font-semibold tracking-tight text-balance">{t('Organize your inbox with AI')}</p>
        <p className="mt-4 text-on-brand-muted">
          {t('Let {name} sort and organize your emails automatically using AI - save time and focus on what matters.', {
            name,
          })}
        </p>
      </div>
      <div aria-hidden="true" className="airmail absolute inset-x-0 bottom-0 h-2" />
    </aside>
  )
}

const columns = [56, 176, 296]
const rows = [40, 124, 208]
/** Number of envelopes by compartment, `column-row`. */
const envelopes: Record<string, number> = {
  '0-0': 2,
  '1-0': 1,
  '2-0': 3,
  '0-1': 1,
  '1-1': 3,
  '2-1': 1,
  '0-2': 3,
  '1-2': 1,
  '2-2': 2,
}

/** Illustration: a rack of pigeonholes with envelopes. */
function Pigeonholes() {
  return (
    <svg viewBox="0 0 440 320" aria-hidden="true" className="my-10 w-full max-w-lg">
      <rect
        x="32"
        y="16"
        width="392"
        height="284"
        rx="16"
        fill="oklch(1 0 0 / 0.05)"
        stroke="oklch(1 0 0 / 0.22)"
        strokeWidth="1.5"
      />
      {rows.flatMap((y, row) =>
        columns.map((x, column) => (
          <g key={`${column}-${row}`}>
            <rect x={x} y={y} width="104" height="68" rx="6" fill="oklch(0 0 0 / 0.22)" />
            {Array.from({ length: envelopes[`${column}-${row}`] ?? 0 }, (_, envelope) => (
              <Envelope
                key={envelope}
                x={x + 14 + envelope * 9}
                y={y + 22 - envelope * 7}
                marked={column === 1 && row === 1 && envelope === 2}
              />
            ))}
            <path d={`M${x} ${y + 66}h104`} stroke="oklch(1 0 0 / 0.32)" strokeWidth="2.5" strokeLinecap="round" />
          </g>
        )),
      )}
    </svg>
  )
}

function Envelope({ x, y, marked }: { x: number; y: number; marked: boolean }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect
        width="58"
        height="38"
        rx="3"
        fill={marked ? 'oklch(0.82 0.11 258)' : 'oklch(0.95 0.012 255)'}
        stroke="oklch(0.32 0.085 262 / 0.35)"
      />
      <path d="M1 2l28 18L57 2" fill="none" stroke="oklch(0.32 0.085 262 / 0.45)" strokeWidth="1.5" />
    </g>
  )
}

/** A button for each other language, in the corner of the sign-in screens. */
const LanguageLinks = () => (
  <nav aria-label={t('Language')} className="absolute top-4 right-5 flex gap-4 text-xs text-muted sm:right-10">
    {languages
      .filter((language) => language !== currentLanguage())
      .map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          onClick={() => chooseLanguage(language)}
          className="min-h-6 rounded-sm hover:text-ink hover:underline"
        >
          {languageNames[language]}
        </button>
      ))}
  </nav>
)

export const textLinkClasses =
  'rounded-sm font-medium text-accent underline-offset-4 hover:text-accent-strong hover:underline'
