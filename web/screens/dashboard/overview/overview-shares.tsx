import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber, formatPercent } from '../../../lib/format.ts'
import { Card } from '../../../ui/card.tsx'
import { modelShare, type Overview, shares } from './overview-words.ts'

/** Where the sorted mail went. */
export function OverviewFolders({ overview: { folders, otherFolders, totals } }: { overview: Overview }) {
  const most = Math.max(otherFolders, ...folders.map(({ sorted }) => sorted))
  return (
    <Card title="By Folder">
      <ul className="space-y-3 px-5 pb-5 text-sm">
        {totals.sorted === 0 && <li className="text-muted">No email was sorted into a folder yet.</li>}
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
            said={formatNumber(sorted)}
            share={sorted / most}
          />
        ))}
        {otherFolders > 0 && <Bar name="Other folders" said={formatNumber(otherFolders)} share={otherFolders / most} />}
      </ul>
    </Card>
  )
}

/** Whose decisions they were. */
export function OverviewDeciders({ overview }: { overview: Overview }) {
  const all = shares(overview)
  return (
    <Card title="Who Decided">
      <ul className="space-y-3 px-5 pb-5 text-sm">
        {all.length === 0 && <li className="text-muted">Nothing was decided yet.</li>}
        {all.map(({ who, mails, share }) => (
          <Bar key={who} name={who} said={`${formatPercent(share)} · ${formatNumber(mails)}`} share={share} />
        ))}
      </ul>
      {overview.askedModel > 0 && (
        <p className="border-t border-line px-5 py-4 text-sm text-muted">{modelShare(overview)}</p>
      )}
    </Card>
  )
}

/** @param share 0 to 1 */
function Bar({ name, said, share }: { name: ReactNode; said: string; share: number }) {
  return (
    <li>
      <div className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 truncate">{name}</span>
        <span className="shrink-0 text-muted tabular-nums">{said}</span>
      </div>
      <div aria-hidden="true" className="mt-1 h-1.5 rounded-full bg-sunken">
        <div className="h-full rounded-full bg-accent" style={{ width: `${share * 100}%` }} />
      </div>
    </li>
  )
}
