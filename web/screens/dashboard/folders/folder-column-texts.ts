/** What the switches of a folder mean. */
export const columnTexts = {
  active: { title: 'Active', text: 'Off: no email is sorted into this folder, and its actions do not run.' },
  includeInAi: {
    title: 'Include in AI',
    text: 'Off: the folder is left out when it is decided where an email goes.',
  },
} as const
