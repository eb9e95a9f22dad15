import { DatabaseBackup } from 'lucide-react'
import { useState } from 'react'
import type { ServerOverview } from '../../../contract/functions/operator-server.ts'
import { now } from '../../lib/clock.ts'
import { formatAgo, formatDateTime } from '../../lib/format.ts'
import { formatSize } from '../../lib/format-size.ts'
import { listInitialLength } from '../../limits.ts'
import { Link } from '../../routing/link.tsx'
import { rich, richCount } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { inlineLinkClasses } from '../../ui/link-classes.ts'
import { useServerChange } from './use-server-change.ts'

const dayMs = 86_400_000
/** One is written each night. */
const isOld = (writtenAt: string): boolean => now().getTime() - new Date(writtenAt).getTime() > 2 * dayMs

export function BackupsCard({ backups }: Pick<ServerOverview, 'backups'>) {
  if (backups === null)
    return (
      <Card title={t('Backups')} description={t('This server makes none.')}>
        <p className="border-t border-line px-5 py-3.5 text-sm text-pretty">
          {rich(
            'Enter a folder and a passphrase by <page>Change Settings</page>, and the server writes one each night; ' +
              'or run <name>npm run backup</name> by a timer.',
            {
              page: (label) => (
                <Link to="/operator/set-up" className={inlineLinkClasses}>
                  {label}
                </Link>
              ),
              name: (name) => <code className="rounded-sm bg-sunken px-1 text-xs">{name}</code>,
            },
          )}
        </p>
      </Card>
    )
  return <ConfiguredBackups backups={backups} />
}

type Backups = NonNullable<ServerOverview['backups']>

function ConfiguredBackups({ backups: { folder, keptDays, job, files } }: { backups: Backups }) {
  const change = useServerChange(t('Failed to begin the backup'))
  const isRunning = job === 'waiting' || job === 'running' || change.isPending
  const [newest] = files ?? []
  return (
    <Card
      title={t('Backups')}
      description={richCount(
        keptDays,
        'One each night in {folder}, kept for {count} day.',
        'One each night in {folder}, kept for {count} days.',
        { folder: <span className="wrap-anywhere">{folder}</span> },
      )}
      actions={
        <Button icon={<DatabaseBackup aria-hidden="true" />} busy={isRunning} onClick={() => change.mutate('back-up')}>
          {isRunning ? t('Backing Up...') : t('Back Up Now')}
        </Button>
      }
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line px-5 py-3 text-sm">
        {files === null
          ? t('This node cannot read the folder. The workers write into theirs.')
          : newest
            ? t('The last one was written {ago}.', { ago: formatAgo(newest.writtenAt, now()) })
            : t('There is none yet.')}
        {newest && isOld(newest.writtenAt) && <Badge tone="warn">{t('Old')}</Badge>}
        {job === 'failed' && <Badge tone="bad">{t('The last attempt failed: see job_failed in the log')}</Badge>}
      </p>
      {files !== null && files.length > 0 && <BackupList files={files} />}
    </Card>
  )
}

function BackupList({ files }: { files: NonNullable<Backups['files']> }) {
  const [isExpanded, setIsExpanded] = useState(false)
  return (
    <>
      <ul aria-label={t('Backups, newest first')} className="divide-y divide-line border-t border-line text-sm">
        {files.slice(0, isExpanded ? undefined : listInitialLength).map(({ name, writtenAt, bytes }) => (
          <li key={name} className="flex items-baseline justify-between gap-4 px-5 py-2">
            <span title={name}>{formatDateTime(writtenAt)}</span>
            <span className="text-muted tabular-nums">{formatSize(bytes)}</span>
          </li>
        ))}
      </ul>
      {!isExpanded && files.length > listInitialLength && (
        <div className="border-t border-line px-5 py-2 text-center">
          <Button tone="quiet" size="small" onClick={() => setIsExpanded(true)}>
            {t('Show All {count} Backups', { count: files.length })}
          </Button>
        </div>
      )}
    </>
  )
}
