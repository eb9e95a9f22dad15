import { Fingerprint, Smartphone } from 'lucide-react'
import type { EnrolledFactor } from '../../api/account.ts'
import { formatDate } from '../../lib/format.ts'
import { safeText } from '../../lib/safe-text.ts'
import { Button } from '../../ui/button.tsx'
import { InlineFacts } from './inline-facts.tsx'
import { t } from '../../texts/translate.ts'

export function FactorRow({ factor, onRemove }: { factor: EnrolledFactor; onRemove: () => void }) {
  const isApp = factor.kind === 'app'
  const Picture = isApp ? Smartphone : Fingerprint
  const name = safeText(factor.name)
  return (
    <li className="flex min-h-19 flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3.5">
      <Picture aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-40">
        <h3 className="font-medium wrap-anywhere">{name}</h3>
        <InlineFacts
          of={[
            isApp ? t('Authenticator app') : t('Passkey'),
            t('added {date}', { date: formatDate(factor.createdAt) }),
          ]}
        />
      </div>
      <Button size="small" onClick={onRemove} aria-label={t('Remove {name}', { name })}>
        {t('Remove')}
      </Button>
    </li>
  )
}
