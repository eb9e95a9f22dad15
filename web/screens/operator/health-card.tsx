import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Stethoscope, TriangleAlert } from 'lucide-react'
import type { Finding } from '../../../contract/functions/operator-server.ts'
import { findingsQuery } from '../../api/operator.ts'
import { LoadFailure } from '../../forms/load-failure.tsx'
import { formatTime } from '../../lib/format.ts'
import { t, text, tn } from '../../texts/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

const levels = {
  error: { Icon: CircleX, colour: 'text-bad', label: text('Does not work') },
  warning: { Icon: TriangleAlert, colour: 'text-warn', label: text('Needs attention') },
  ok: { Icon: CircleCheck, colour: 'text-good', label: text('Fine') },
} as const

/** What does not work comes first. */
const order: Finding['level'][] = ['error', 'warning', 'ok']

/** The checks of `npm run doctor`, by real calls that change nothing. */
export function HealthCard() {
  const { data: findings, error, isFetching, dataUpdatedAt, refetch } = useQuery(findingsQuery)
  const check = (): void => void refetch()
  const time = formatTime(new Date(dataUpdatedAt).toISOString())
  return (
    <Card
      title={t('Server Health')}
      description={
        findings && !isFetching
          ? `${summaryOf(findings)} ${t('Checked at {time}.', { time })}`
          : t('Checks settings, database, mail and the services by real calls that change nothing.')
      }
      actions={
        <Button icon={<Stethoscope aria-hidden="true" />} busy={isFetching} onClick={check}>
          {isFetching ? t('Checking...') : findings ? t('Check Again') : t('Check Now')}
        </Button>
      }
    >
      {isFetching && !findings ? (
        <div className="border-t border-line">
          <SkeletonRows rows={6} rowClassName="h-12" label={t('Checking...')} />
        </div>
      ) : error && !isFetching ? (
        <div className="border-t border-line">
          <LoadFailure title={t('The checks could not be run')} error={error} busy={isFetching} onRetry={check} />
        </div>
      ) : (
        findings && <Findings findings={findings} />
      )}
    </Card>
  )
}

function summaryOf(findings: readonly Finding[]): string {
  const count = (level: Finding['level']): number => findings.filter((finding) => finding.level === level).length
  const [errors, warnings] = [count('error'), count('warning')]
  if (errors > 0) return tn(errors, '{count} thing does not work.', '{count} things do not work.')
  if (warnings > 0) return tn(warnings, '{count} thing needs attention.', '{count} things need attention.')
  return t('Everything works.')
}

/** The lines are those of the terminal, in English. */
const Findings = ({ findings }: { findings: readonly Finding[] }) => (
  <ul aria-label={t('Results of the checks')} className="divide-y divide-line border-t border-line text-sm">
    {order
      .flatMap((level) => findings.filter((finding) => finding.level === level))
      .map(({ check, level, text: said, remedy }) => {
        const { Icon, colour, label } = levels[level]
        return (
          <li key={`${check} ${said}`} className="flex gap-3 px-5 py-2.5">
            <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${colour}`} />
            <div className="min-w-0 flex-1">
              <span className="sr-only">{`${t(label)}: `}</span>
              <p lang="en" className="wrap-anywhere">
                <span className="font-medium">{check}</span>
                <span className="text-muted">{` ${said}`}</span>
              </p>
              {remedy !== null && (
                <p lang="en" className="mt-0.5 wrap-anywhere">
                  {remedy}
                </p>
              )}
            </div>
          </li>
        )
      })}
  </ul>
)
