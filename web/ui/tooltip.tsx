import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

export function TooltipProvider(props: { openDelay: number; skipDelay: number; children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={props.openDelay} skipDelayDuration={props.skipDelay}>
      {props.children}
    </Primitive.Provider>
  )
}

/**
 * Not in a portal: the tooltip stays in the landmark of its trigger.
 * @param className of the trigger, a focusable button, so that the tooltip is reachable by keyboard
 */
export function Tooltip({ text, className, children }: { text: string; className: string; children: ReactNode }) {
  return (
    <Primitive.Root>
      <Primitive.Trigger type="button" className={className}>
        {children}
      </Primitive.Trigger>
      <Primitive.Content
        sideOffset={6}
        collisionPadding={12}
        className="z-50 max-w-64 animate-appear rounded-lg bg-ink px-3 py-2 text-xs text-canvas shadow-float"
      >
        {text}
      </Primitive.Content>
    </Primitive.Root>
  )
}
