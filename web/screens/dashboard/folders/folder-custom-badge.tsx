import { badgeClasses } from '../../../ui/badge.tsx'
import { Explained } from '../../../shell/explained.tsx'
import { t } from '../../../texts/translate.ts'

export const CustomBadge = () => (
  <Explained
    text={t('This folder exists only in our system and not in your mailbox')}
    className={`ml-2 ${badgeClasses('neutral')}`}
  >
    {t('Custom')}
  </Explained>
)
