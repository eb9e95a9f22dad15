import type { CatalogueEntry } from '../../../contract/catalogue.ts'
import { t } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { ServiceIcon } from './service-icon.tsx'

/** A service that cannot be connected yet. The notice above says for all of them that they are in development. */
export function ComingSoonCard({ entry, onPress }: { entry: CatalogueEntry; onPress: () => void }) {
  const { id, serviceName, description } = entry
  return (
    <article className="flex flex-wrap content-between items-start gap-3 rounded-lg border border-line px-3 py-2.5">
      <ServiceIcon id={id} name={serviceName} />
      <div className="min-w-0 flex-1 basis-40 text-sm">
        <h3 className="font-medium">{serviceName}</h3>
        <p className="text-pretty text-muted">{t(description)}</p>
        <p className="sr-only">{t("We're working on this integration. It will be available soon!")}</p>
      </div>
      <Button
        size="small"
        className="self-center"
        // Not `disabled`: a click shows a "coming soon" toast.
        aria-disabled
        onClick={onPress}
        aria-label={t('Coming Soon: {serviceName}', { serviceName })}
      >
        {t('Coming Soon')}
      </Button>
    </article>
  )
}
