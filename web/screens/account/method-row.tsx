import { KeyRound, LogIn } from 'lucide-react'
import type { ReactNode } from 'react'
import { providerName } from './provider-name.ts'

interface MethodRowProps {
  provider: string
  detail: string
  isOnly?: boolean
  action: ReactNode
}

export function MethodRow({ provider, detail, isOnly = false, action }: MethodRowProps) {
  const Picture = provider === 'email' ? KeyRound : LogIn
  return (
    <li className="flex min-h-17 flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3">
      <Picture aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 max-sm:basis-[calc(100%-2.25rem)]">
        <h3 className="font-medium">{providerName(provider)}</h3>
        <p className="truncate text-sm text-muted" title={detail}>
          {detail}
        </p>
        {isOnly && <p className="text-sm text-muted">This is your only way to sign in, so it has to stay.</p>}
      </div>
      <div className="flex flex-wrap gap-2 max-sm:ml-9">{action}</div>
    </li>
  )
}
