import { catalogue, serviceCategories } from '../../../contract/catalogue.ts'
import { t } from '../../texts/translate.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ServiceSection } from './service-section.tsx'

/** Renders the first category as it will be, so that hardly anything moves when the connections are loaded. */
export function ServiceListSkeleton() {
  const [first] = serviceCategories
  return (
    <>
      <output className="sr-only">{t('Loading connections...')}</output>
      <ServiceSection category={first}>
        {catalogue
          .filter((entry) => entry.category === first.id)
          .map(({ id }) => (
            <li key={id} className="h-48 rounded-xl border border-line bg-surface p-5 shadow-card">
              <div className="flex items-center gap-3">
                <Skeleton className="size-10" />
                <Skeleton className="h-4 w-32" />
              </div>
              <Skeleton className="mt-4 h-4 w-4/5" />
              <Skeleton className="mt-9 h-9 w-24" />
            </li>
          ))}
      </ServiceSection>
    </>
  )
}
