import { badgeClasses } from '../../../ui/badge.tsx'
import { Explained } from '../../../shell/explained.tsx'

export const CustomBadge = () => (
  <Explained
    text="This folder exists only in our system and not in your mailbox"
    className={`ml-2 ${badgeClasses('neutral')}`}
  >
    Custom
  </Explained>
)
