import { Monitor, Smartphone } from 'lucide-react'
import type { AccountSession } from '../../../contract/functions/account-sessions.ts'
import { now } from '../../lib/clock.ts'
import { formatDate, formatMoment } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { InlineFacts } from './inline-facts.tsx'
import { deviceName, isHandheld } from './device-name.ts'
import { t } from '../../texts/translate.ts'

interface SessionRowProps {
  session: AccountSession
  busy: boolean
  paused: boolean
  onEnd: () => void
}

export function SessionRow({ session, busy, paused, onEnd }: SessionRowProps) {
  const name = deviceName(session.userAgent)
  const Picture = isHandheld(session.userAgent) ? Smartphone : Monitor
  const used = session.current
    ? t('Active now')
    : t('Last used {date}', { date: formatMoment(session.lastUsedAt, now()) })
  const where = [used, session.ip, t('signed in {date}', { date: formatDate(session.createdAt) })].filter(
    (part) => part !== null,
  )
  return (
    <li className="flex min-h-19 flex-wrap items-center gap-x-4 gap-y-3 px-5 py-3.5">
      <Picture aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-40">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="font-medium">{name}</h3>
          {session.current && <Badge tone="good">{t('This device')}</Badge>}
          {session.aal === 'aal2' && <Badge>{t('Two-step')}</Badge>}
        </div>
        <InlineFacts of={where} />
      </div>
      {!session.current && (
        <Button size="small" busy={busy} paused={paused} onClick={onEnd} aria-label={t('Sign out {name}', { name })}>
          {t('Sign Out')}
        </Button>
      )}
    </li>
  )
}
