import type { ReactNode } from 'react'
import { useProduct } from '../../api/product.tsx'
import type { HistoryEntry } from '../../api/processing-logs.ts'
import { ConfidenceLabel } from './confidence-label.tsx'
import { EvidenceList } from './evidence-list.tsx'
import { useDistinctAddress } from '../mailbox/active-mailbox.tsx'
import { explanationText } from './explanation-text.ts'
import { confidenceOf } from '../../lib/confidence.ts'
import { formatDateTime, formatPercent } from '../../lib/format.ts'
import { safeText } from '../../lib/safe-text.ts'
import { Link } from '../../routing/link.tsx'
import { rich } from '../../texts/rich.ts'
import { t } from '../../texts/translate.ts'
import { inlineLinkClasses } from '../../ui/link-classes.ts'
import { ActionRuns } from './action-run-list.tsx'
import { reasonLinkOf } from './fix-links.ts'
import { deciderText, filedLaterText } from './decision-texts.ts'

interface DecisionDetailsProps {
  entry: HistoryEntry
  /** What corrects it. */
  buttons: ReactNode
}

/** Why the message is where it is, with the buttons that correct it and the runs of its actions. */
export function DecisionDetails({ entry, buttons }: DecisionDetailsProps) {
  const explanation = explanationText(entry)
  const decider = deciderText(entry)
  const mailbox = useDistinctAddress(entry.mailbox_id)
  // What the sorter thought of an email says nothing about where its user has put it.
  const isCorrected = entry.corrected_at !== null
  // The sentence about an email that is filed later names its folder.
  const runnerUp = isCorrected || entry.reason === 'delayed' ? null : runnerUpOf(entry)
  const product = useProduct()
  const fixLink = entry.reason && reasonLinkOf(entry.reason, product)
  return (
    <section className="rounded-lg border border-line bg-canvas p-4">
      <h4 className="font-semibold">{t('Why here?')}</h4>
      {entry.status === 'processing' && <p className="mt-1">{t('It is being sorted right now.')}</p>}
      {entry.reason === 'delayed' && <p className="mt-1 font-medium wrap-anywhere">{filedLaterText(entry)}</p>}
      {explanation && (
        <p className="mt-1 wrap-anywhere">
          {explanation}{' '}
          {fixLink && (
            <Link {...fixLink} className={`${inlineLinkClasses} print:hidden`}>
              {t(fixLink.children)}
            </Link>
          )}
        </p>
      )}
      <dl className="mt-3 grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2">
        {decider !== null && <Fact name={t('Decided by')}>{decider}</Fact>}
        {!isCorrected && confidenceOf(entry) && (
          <Fact name={t('Confidence')}>
            <ConfidenceLabel entry={entry} />
          </Fact>
        )}
        {!isCorrected && entry.evidence.length > 0 && (
          <Fact name={t('Main reasons')} wide>
            <EvidenceList evidence={entry.evidence} />
          </Fact>
        )}
        {runnerUp !== null && (
          <Fact name={entry.success ? t('Second choice') : t('Most likely folder')}>
            <bdi>{runnerUp.folder}</bdi>
            {runnerUp.percent !== null && <span className="text-muted"> {runnerUp.percent}</span>}
          </Fact>
        )}
        {entry.corrected_at !== null && (
          <Fact name={t('You changed it')}>
            {entry.corrected_from_folder_id === entry.target_folder_id
              ? formatDateTime(entry.corrected_at)
              : rich('{date}, before it was in {folder}', {
                  date: formatDateTime(entry.corrected_at),
                  folder: (
                    <bdi>
                      {entry.corrected_from_folder_id === null
                        ? t('Inbox')
                        : safeText(entry.corrected_from_folder ?? t('a deleted folder'))}
                    </bdi>
                  ),
                })}
          </Fact>
        )}
        {entry.from_address && (
          <Fact name={t('From')}>
            {/* Left to right, so that letters of Hebrew or Arabic do not put the end of the domain first. */}
            <bdi dir="ltr" className="wrap-anywhere">
              {safeText(entry.from_address)}
            </bdi>
          </Fact>
        )}
        {mailbox !== null && <Fact name={t('Mailbox')}>{mailbox}</Fact>}
        <Fact name={t('Processed')}>{formatDateTime(entry.processed_at)}</Fact>
      </dl>
      {buttons}
      {/* Loaded later, so it is last and does not move the buttons. */}
      {(entry.status === 'processed' || entry.reason === 'delayed') && (
        <ActionRuns logId={entry.id} subject={entry.subject} />
      )}
    </section>
  )
}

function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'sm:col-span-2' : undefined}>
      <dt className="text-xs text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Null: there is none, or it was out of the question. */
function runnerUpOf({ runner_up_folder_id, runner_up_folder, runner_up_confidence }: HistoryEntry) {
  if (runner_up_folder_id === null) return null
  const percent = runner_up_confidence === null ? null : formatPercent(runner_up_confidence)
  if (percent === formatPercent(0)) return null
  return { folder: runner_up_folder ? safeText(runner_up_folder) : t('A deleted folder'), percent }
}
