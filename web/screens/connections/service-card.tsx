import type { CatalogueEntry } from '../../../contract/catalogue.ts'
import type { ServiceConnection } from '../../../contract/functions/service-connections.ts'
import { formatDate } from '../../lib/format.ts'
import { safeText } from '../../lib/safe-text.ts'
import { rich } from '../../texts/rich.ts'
import { t, text } from '../../texts/translate.ts'
import { Badge, type BadgeTone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ServiceIcon } from './service-icon.tsx'

export type ConnectableState = 'connected' | 'needs_reauth' | 'not_connected'

const stateLabels = {
  connected: { badge: text('Connected'), tone: 'good', button: text('Disconnect'), busy: text('Disconnecting...') },
  needs_reauth: {
    badge: text('Needs a new sign-in'),
    tone: 'warn',
    button: text('Reconnect'),
    busy: text('Connecting...'),
  },
  not_connected: {
    badge: text('Not Connected'),
    tone: 'neutral',
    button: text('Connect'),
    busy: text('Connecting...'),
  },
} as const satisfies Record<ConnectableState, { badge: string; tone: BadgeTone; button: string; busy: string }>

interface ServiceCardProps {
  entry: CatalogueEntry
  state: ConnectableState
  connection: ServiceConnection | undefined
  busy: boolean
  onPress: () => void
  /** For a connection that has to be connected again. */
  onDisconnect: () => void
}

/** A service that can be connected. */
export function ServiceCard({ entry, state, connection, busy, onPress, onDisconnect }: ServiceCardProps) {
  const { serviceName } = entry
  const { badge, tone, ...labels } = stateLabels[state]
  const button = t(busy ? labels.busy : labels.button)
  return (
    <article className="flex flex-col rounded-xl border border-line bg-surface p-5 shadow-card">
      <div className="flex items-start gap-3">
        <ServiceIcon id={entry.id} name={serviceName} />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 pt-2">
          <h3 className="font-semibold">{serviceName}</h3>
          <Badge tone={tone}>{t(badge)}</Badge>
        </div>
      </div>
      <p className="mt-3 text-sm text-pretty text-muted">{t(entry.description)}</p>
      {connection && (
        <p className="mt-3 text-sm">
          {connection.provider_email !== null && (
            <span className="block wrap-anywhere">
              {rich('Connected as: {account}', {
                account: <bdi>{safeText(connection.provider_email)}</bdi>,
              })}
            </span>
          )}
          <span className="block text-muted">
            {t('Connected: {date}', { date: formatDate(connection.created_at) })}
          </span>
        </p>
      )}
      {state === 'needs_reauth' && (
        <p className="mt-3 text-sm text-warn">
          {t('{serviceName} no longer accepts the sign-in. Actions that use it fail until you reconnect it.', {
            serviceName,
          })}
        </p>
      )}
      <div className="mt-auto flex flex-wrap gap-2 pt-4">
        <Button
          tone={state === 'connected' ? 'secondary' : 'primary'}
          busy={busy}
          onClick={onPress}
          aria-label={t('{button} {serviceName}', { button, serviceName })}
        >
          {button}
        </Button>
        {state === 'needs_reauth' && (
          <Button
            tone="quiet"
            paused={busy}
            onClick={onDisconnect}
            aria-label={t('Disconnect {serviceName}', { serviceName })}
          >
            {t('Disconnect')}
          </Button>
        )}
      </div>
    </article>
  )
}
