import type { ReactNode } from 'react'
import { useProduct } from '../../api/product.tsx'
import { t, text } from '../../texts/translate.ts'

/** The form of Microsoft's portal, drawn with the values of this installation. */
export function EntraPicture({ address }: { address: string }) {
  const { name } = useProduct()
  return (
    <figure>
      <div aria-hidden="true" className="space-y-3 rounded-md border border-edge bg-surface p-4 text-xs select-none">
        <p className="text-sm font-semibold">{t('Register an application')}</p>
        <Row label={t('Name')}>
          <Box>{name}</Box>
        </Row>
        <Row label={t('Supported account types')}>
          {typeChoices.map((choice, index) => (
            <span key={choice} className="flex gap-2">
              <span className="mt-px grid size-3.5 shrink-0 place-items-center rounded-full border border-edge">
                {index === 1 && <span className="size-2 rounded-full bg-accent" />}
              </span>
              <span className="min-w-0">{t(choice)}</span>
            </span>
          ))}
        </Row>
        <Row label={t('Redirect URI (optional)')}>
          <span className="flex flex-wrap gap-2">
            <Box>{t('Public client/native (mobile & desktop)')} ▾</Box>
            <Box>{address}</Box>
          </span>
        </Row>
        <span className="inline-block rounded-sm bg-accent px-3 py-1 font-medium text-on-accent">{t('Register')}</span>
      </div>
      <figcaption className="mt-2 text-muted">
        {t('The form “Register an application” at Microsoft, filled in for this installation.')}
      </figcaption>
    </figure>
  )
}

/** As the portal calls them in the language of the page. */
const typeChoices = [
  text('Single tenant only'),
  text('Any Entra ID tenant and personal Microsoft accounts'),
  text('Personal Microsoft accounts only'),
]

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="space-y-1">
    <p className="font-medium text-muted">{label}</p>
    {children}
  </div>
)

const Box = ({ children }: { children: ReactNode }) => (
  <span className="inline-block max-w-full rounded-sm border border-edge px-2 py-1 wrap-anywhere">{children}</span>
)
