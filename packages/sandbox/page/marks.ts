import { html } from 'hono/html'
import type { Html } from './layout.ts'

/** A word that says what is special about an account or a file. */
export type Mark = { text: string; tone: 'plain' | 'warn' }

export function markOf({ text, tone }: Mark): Html {
  return html`<span class="mark-${tone}">${text}</span> `
}

export function plain(text: string): Mark {
  return { text, tone: 'plain' }
}

export function warning(text: string): Mark {
  return { text, tone: 'warn' }
}
