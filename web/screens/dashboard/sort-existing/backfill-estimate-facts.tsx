import { Link } from '@tanstack/react-router'
import type { BackfillEstimate } from '../../../../contract/functions/sort-existing.ts'
import { formatCount, formatNumber } from '../../../lib/format.ts'
import { Fact, Facts } from '../../../shell/estimate-frame.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { durationText, limitText } from './backfill-texts.ts'

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export function BackfillEstimateFacts({ estimate }: { estimate: BackfillEstimate }) {
  const { mails, minutes, modelQuestions } = estimate
  const limit = limitText(estimate)
  if (!limit)
    return (
      <Notice tone="neutral">
        <output>There is no email of this time in the inbox, so there is nothing to sort.</output>
      </Notice>
    )
  return (
    <>
      <Facts>
        <Fact name="To sort">{`At most ${formatCount(mails, 'email')}`}</Fact>
        <Fact name="Time needed">{capitalized(durationText(minutes))}</Fact>
        {limit.fits && <Fact name="Of your month’s limit">{`At most ${limit.text}`}</Fact>}
        {modelQuestions > 0 && (
          <Fact name="Questions to the language model">{`About ${formatNumber(modelQuestions)}`}</Fact>
        )}
      </Facts>
      {!limit.fits && (
        <div className="mt-3">
          <Notice tone="warn">
            {limit.text}{' '}
            <Link to="/subscription" className="rounded-sm font-medium underline underline-offset-4">
              See your plan
            </Link>
          </Notice>
        </div>
      )}
      <output className="sr-only">
        {`At most ${formatCount(mails, 'email')}, ${durationText(minutes)}. ${limit.fits ? '' : limit.text}`}
      </output>
    </>
  )
}
