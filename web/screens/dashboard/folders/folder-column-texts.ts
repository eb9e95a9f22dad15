import { text } from '../../../texts/translate.ts'

/** What the switches of a folder mean. */
export const columnTexts = {
  active: {
    title: text('Active'),
    text: text('When off, no email is sorted into this folder, and its actions do not run.'),
  },
  includeInAi: {
    title: text('Include in AI'),
    text: text('When off, the sorter does not consider this folder.'),
  },
} as const
