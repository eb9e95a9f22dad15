import { KeyRound, LogIn } from 'lucide-react'
import type { ReactNode } from 'react'
import { GoogleMark, MicrosoftMark } from '../../ui/provider-marks.tsx'
import { providerName } from './provider-name.ts'
import { t } from '../../texts/translate.ts'

interface MethodRowProps {
  provider: string
  detail: string
  isOnly?: boolean
  action: ReactNode
}

const marks: Partial<Record<string, ReactNode>> = {
  email: <KeyRound aria-hidden="true" />,
  azure: <MicrosoftMark />,
  google: <GoogleMark />,
}

export function MethodRow({ provider, detail, isOnly = false, action }: MethodRowProps) {
  return (
    <li className="flex min-h-17 flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3">
      <span className="shrink-0 text-muted [&>svg]:size-5">{marks[provider] ?? <LogIn aria-hidden="true" />}</span>
      <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-2.25rem)]">
        <h3 className="font-medium">{providerName(provider)}</h3>
        <p className="truncate text-sm text-muted" title={detail}>
          {detail}
        </p>
        {isOnly && <p className="text-sm text-muted">{t('This is your only sign-in method, so it has to stay.')}</p>}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:ml-9">{action}</div>
    </li>
  )
}
