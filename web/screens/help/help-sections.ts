/** Sections in order; the id is the anchor of the section. */
export const helpSections = [
  { id: 'connect', title: 'Connect your mailbox' },
  { id: 'instructions', title: 'Write instructions' },
  { id: 'unsure', title: 'When it is not sure' },
  { id: 'corrections', title: 'When it is wrong' },
  { id: 'actions', title: 'Automated actions' },
  { id: 'prompts', title: 'Prompts and plans' },
  { id: 'connections', title: 'Connect other services' },
  { id: 'two-step', title: 'Two-step sign-in' },
  { id: 'privacy', title: 'Privacy' },
  { id: 'limits', title: 'Limits' },
  { id: 'trouble', title: 'When something is stuck' },
] as const

type HelpSection = (typeof helpSections)[number]['id']

export const titleOf = (id: HelpSection): string => helpSections.find((section) => section.id === id)?.title ?? ''
