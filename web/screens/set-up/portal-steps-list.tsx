import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PortalSteps } from '../../../contract/portal-steps.ts'
import { t } from '../../texts/translate.ts'
import { buttonClasses } from '../../ui/button.tsx'
import { CopyAddress } from './copy-address.tsx'
import { useSetUp } from './set-up-context.ts'

interface PortalStepsListProps {
  portal: PortalSteps
  /** Name of the provider. */
  name: string
  /** A picture of the form there. */
  children?: ReactNode
}

/** What to do at a provider, with the address of this installation to copy. */
export function PortalStepsList({ portal, name, children }: PortalStepsListProps) {
  const { publicUrl } = useSetUp().state
  return (
    <div className="space-y-3 rounded-lg bg-sunken p-4 text-sm">
      <h3 className="font-semibold">{t('At {name}', { name })}</h3>
      <ol className="list-decimal space-y-2 pl-5 marker:text-muted">
        {portal.steps.map((step) => {
          const [before = '', after] = t(step).split('{address}')
          return (
            <li key={step} className="text-pretty">
              {before}
              {after !== undefined && <CopyAddress address={`${publicUrl}${portal.callback}`} />}
              {after}
            </li>
          )
        })}
      </ol>
      {children}
      <a href={portal.url} target="_blank" rel="noreferrer" className={buttonClasses('secondary', 'small')}>
        <ExternalLink aria-hidden="true" />
        {t('Open {name}', { name })}
      </a>
    </div>
  )
}
