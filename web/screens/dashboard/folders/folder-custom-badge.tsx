import { t } from '../../../texts/translate.ts'
import { badgeClasses } from '../../../ui/badge.tsx'
import { Explained } from './explained.tsx'

export const CustomBadge = () => (
  <Explained
    text={t('This folder exists only in our system and not in your mailbox')}
    className={`ml-2 ${badgeClasses('neutral')}`}
  >
    {t('Custom')}
  </Explained>
)
