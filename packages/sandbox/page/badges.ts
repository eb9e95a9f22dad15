import { html } from 'hono/html'
import type { Html } from './page-layout.ts'

/** A label for the special state of an account or a file. */
export type Badge = { text: string; tone: 'plain' | 'warn' }

export function renderBadge({ text, tone }: Badge): Html {
  return html`<span class="mark-${tone}">${text}</span> `
}

export function plainBadge(text: string): Badge {
  return { text, tone: 'plain' }
}

export function warningBadge(text: string): Badge {
  return { text, tone: 'warn' }
}
