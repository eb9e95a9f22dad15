import { tooltipOpenDelayMs, tooltipSkipDelayMs } from '../../../../contract/limits.ts'
import { badgeClasses } from '../../../ui/badge.tsx'
import { Tooltip, TooltipProvider } from '../../../ui/tooltip.tsx'

/** Loaded on demand: few folders are custom, and the tooltip needs a positioning library. */
export function CustomBadge() {
  return (
    <TooltipProvider openDelay={tooltipOpenDelayMs} skipDelay={tooltipSkipDelayMs}>
      <Tooltip
        text="This folder exists only in our system and not in your mailbox"
        className={`ml-2 ${badgeClasses('neutral')}`}
      >
        Custom
      </Tooltip>
    </TooltipProvider>
  )
}
