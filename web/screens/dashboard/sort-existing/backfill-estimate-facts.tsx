import type { BackfillEstimate } from '../../../../contract/functions/sort-existing.ts'
import { Fact, Facts } from '../../../forms/estimate.tsx'
import { Link } from '../../../routing/link.tsx'
import { t, tn } from '../../../texts/translate.ts'
import { Notice } from '../../../ui/notice.tsx'
import { durationText, limitText } from './backfill-texts.ts'

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export function BackfillEstimateFacts({ estimate }: { estimate: BackfillEstimate }) {
  const { mails, minutes, modelQuestions } = estimate
  const limit = limitText(estimate)
  if (!limit)
    return (
      <Notice tone="neutral">
        <output>{t('The inbox has no email from this time, so there is nothing to sort.')}</output>
      </Notice>
    )
  return (
    <>
      <Facts>
        <Fact name={t('To sort')}>{tn(mails, 'At most {count} email', 'At most {count} emails')}</Fact>
        <Fact name={t('Time needed')}>{capitalized(durationText(minutes))}</Fact>
        {limit.fits && <Fact name={t('Of your month’s limit')}>{limit.text}</Fact>}
        {modelQuestions > 0 && (
          <Fact name={t('Questions to the language model')}>{t('About {count}', { count: modelQuestions })}</Fact>
        )}
      </Facts>
      {!limit.fits && (
        <div className="mt-3">
          <Notice tone="warn">
            {limit.text}{' '}
            <Link to="/subscription" className="rounded-sm font-medium underline underline-offset-4">
              {t('See your plan')}
            </Link>
          </Notice>
        </div>
      )}
      <output className="sr-only">
        {tn(mails, 'At most {count} email, {duration}.', 'At most {count} emails, {duration}.', {
          duration: durationText(minutes),
        })}{' '}
        {!limit.fits && limit.text}
      </output>
    </>
  )
}
