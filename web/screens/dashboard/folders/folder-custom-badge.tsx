import { tooltipOpenDelayMs, tooltipSkipDelayMs } from '../../../../contract/limits.ts'
import { badgeLook } from '../../../ui/badge.tsx'
import { Tooltip, TooltipProvider } from '../../../ui/tooltip.tsx'

/** On its own: few folders are custom, and the tip brings a library that places it. */
export function CustomBadge() {
  return (
    <TooltipProvider openDelay={tooltipOpenDelayMs} skipDelay={tooltipSkipDelayMs}>
      <Tooltip
        text="This folder exists only in our system and not in your mailbox"
        className={`ml-2 ${badgeLook('neutral')}`}
      >
        Custom
      </Tooltip>
    </TooltipProvider>
  )
}
