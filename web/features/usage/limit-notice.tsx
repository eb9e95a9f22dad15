import { t } from '../../texts/translate.ts'
import { Notice } from '../../ui/notice.tsx'
import { PlanLink } from './plan-link.tsx'
import { WaitingMailNotice } from './waiting-mail-notice.tsx'

/** Above the newest emails, where the monthly limit left the last one in the inbox. */
export const LimitNotice = () => (
  <div className="px-5 pb-4">
    <Notice tone="warn">
      {t('The monthly limit is reached: new emails stay in your inbox.')} <PlanLink />
    </Notice>
    <WaitingMailNotice />
  </div>
)
