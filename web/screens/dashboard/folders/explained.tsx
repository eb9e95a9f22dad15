import type { ReactNode } from 'react'
import { tooltipOpenDelayMs, tooltipSkipDelayMs } from '../../../../contract/limits.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'

/** A word with a tooltip that explains it. */
export const Explained = (props: { text: string; className?: string; children: ReactNode }) => (
  <Tooltip {...props} openDelay={tooltipOpenDelayMs} skipDelay={tooltipSkipDelayMs} />
)
