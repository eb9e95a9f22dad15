import type { ReactNode } from 'react'
import type { ServiceCategory } from '../../../contract/catalogue.ts'
import { t } from '../../texts/translate.ts'

/** Heading and cards of a category. `children`: list items. */
export function ServiceSection({ category, children }: { category: ServiceCategory; children: ReactNode }) {
  const id = `category-${category.id}`
  return (
    <section aria-labelledby={id} className="mt-8">
      <h2 id={id} className="text-base font-semibold">
        {t(category.name)}
      </h2>
      <p className="text-sm text-muted">{t(category.description)}</p>
      <ul className="mt-3 grid grid-cols-1 gap-4 md:grid-cols-2">{children}</ul>
    </section>
  )
}
