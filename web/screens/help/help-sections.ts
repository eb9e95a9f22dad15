import { t, text } from '../../texts/translate.ts'

/** Sections in order; the id is the anchor of the section. */
export const helpSections = [
  { id: 'connect', title: text('Connect your mailbox') },
  { id: 'instructions', title: text('Write instructions') },
  { id: 'unsure', title: text('When it is not sure') },
  { id: 'corrections', title: text('When it is wrong') },
  { id: 'actions', title: text('Automated actions') },
  { id: 'prompts', title: text('Prompts and plans') },
  { id: 'connections', title: text('Connect other services') },
  { id: 'two-step', title: text('Two-step sign-in') },
  { id: 'privacy', title: text('Privacy') },
  { id: 'limits', title: text('Limits') },
  { id: 'trouble', title: text('When something is stuck') },
] as const

type HelpSection = (typeof helpSections)[number]['id']

export const titleOf = (id: HelpSection): string => t(helpSections.find((section) => section.id === id)?.title ?? '')
