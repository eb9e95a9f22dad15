import type { ReactNode } from 'react'
import { useProduct } from '../../../api/product.tsx'
import { formatNumber, formatPercent } from '../../../lib/format.ts'
import { Link } from '../../../routing/link.tsx'
import { t } from '../../../texts/translate.ts'
import { ArrivingCount } from '../../../ui/arriving-count.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { type Overview, decisionShares, modelText, weekText } from './overview-texts.ts'

/** Sorted messages by folder. */
export function OverviewFolders({ overview: { folders, otherFolders, totals } }: { overview: Overview }) {
  const max = Math.max(otherFolders, ...folders.map(({ sorted }) => sorted))
  return (
    <Card title={t('By Folder')}>
      <ul className="grid grid-cols-1 gap-x-10 gap-y-3 px-5 pb-5 text-sm xl:grid-cols-2">
        {totals.sorted === 0 && <li className="text-muted">{t('No email was sorted into a folder yet.')}</li>}
        {folders.map(({ folderId, mailboxId, name, sorted }) => (
          <Bar
            key={folderId}
            name={
              <Link
                to="/history"
                search={{ mailbox: mailboxId, folder: folderId }}
                className="block truncate rounded-sm hover:underline"
              >
                {name}
              </Link>
            }
            label={
              <ArrivingCount value={sorted} from="left">
                {formatNumber(sorted)}
              </ArrivingCount>
            }
            share={sorted / max}
          />
        ))}
        {otherFolders > 0 && (
          <Bar isRest name={t('Other folders')} label={formatNumber(otherFolders)} share={otherFolders / max} />
        )}
      </ul>
    </Card>
  )
}

/** Sorted messages by decider. */
export function OverviewDeciders({ overview }: { overview: Overview }) {
  const all = decisionShares(overview)
  const { name } = useProduct()
  const model = modelText(overview)
  return (
    <Card title={t('Who Decided')}>
      <ul className="space-y-3 px-5 pb-5 text-sm">
        {all.length === 0 && <li className="text-muted">{t('No decisions yet.')}</li>}
        {all.map(({ decider, mails, share }) => (
          <Bar key={decider} name={decider} label={`${formatPercent(share)} · ${formatNumber(mails)}`} share={share} />
        ))}
      </ul>
      <div className="space-y-2 border-t border-line px-5 py-4 text-sm text-muted">
        <p>{weekText(overview, name)}</p>
        {model !== null && <p>{model}</p>}
      </div>
    </Card>
  )
}

interface BarProps {
  name: ReactNode
  label: ReactNode
  /** 0 to 1. */
  share: number
  /** All that has no bar of its own: not to be compared with the others. */
  isRest?: boolean
}

function Bar({ name, label, share, isRest = false }: BarProps) {
  return (
    <li>
      <div className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 truncate">{name}</span>
        <span className="shrink-0 text-muted tabular-nums">{label}</span>
      </div>
      <div aria-hidden="true" className="mt-1 h-1.5 rounded-full bg-sunken">
        <div
          className={cx('h-full rounded-full', isRest ? 'bg-edge' : 'bg-accent')}
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </li>
  )
}
