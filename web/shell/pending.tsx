import { t } from '../texts/translate.ts'
import { Spinner } from '../ui/spinner.tsx'

export function Pending() {
  return (
    <div className="grid min-h-[60dvh] place-items-center text-muted">
      <Spinner label={t('Loading')} className="size-6" />
    </div>
  )
}
