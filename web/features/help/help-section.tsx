import type { ReactNode } from 'react'
import { t, text } from '../../texts/translate.ts'

/** Sections in order; the id is the anchor of the section. */
export const helpSections = [
  { id: 'connect', title: text('Connect your mailbox') },
  { id: 'instructions', title: text('Write instructions') },
  { id: 'unsure', title: text('When it is not sure') },
  { id: 'corrections', title: text('When it is wrong') },
  { id: 'senders', title: text('Who writes to you') },
  { id: 'follow-up', title: text('Email without an answer') },
  { id: 'actions', title: text('Automated actions') },
  { id: 'prompts', title: text('Prompts and plans') },
  { id: 'connections', title: text('Connect other services') },
  { id: 'two-step', title: text('Two-step sign-in') },
  { id: 'digest', title: text('The digest') },
  { id: 'privacy', title: text('Privacy') },
  { id: 'limits', title: text('Limits') },
  { id: 'trouble', title: text('When something is stuck') },
] as const

type HelpSection = (typeof helpSections)[number]['id']

export const titleOf = (id: HelpSection): string => t(helpSections.find((section) => section.id === id)?.title ?? '')

export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mt-12 max-w-2xl scroll-mt-8 space-y-3">
      <h2 id={`${id}-title`} className="text-lg font-semibold tracking-tight">
        {title}
      </h2>
      {children}
    </section>
  )
}

export const Steps = ({ children }: { children: ReactNode }) => (
  <ol className="list-decimal space-y-2 pl-5 marker:text-muted">{children}</ol>
)

export const List = ({ children }: { children: ReactNode }) => (
  <ul className="list-disc space-y-2 pl-5 marker:text-muted">{children}</ul>
)

/** The `<b>` of a text: an emphasized term, or the label of a control as it appears in the product. */
export const b = (content: ReactNode) => <strong className="font-semibold">{content}</strong>
