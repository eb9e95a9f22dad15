/** Of a name in Outlook's list of categories. */
const categoryMaxLength = 255

/**
 * A category named like a folder. Outlook separates categories by a comma or, in some regions, by a semicolon. A
 * category of a message is any text: it needs no entry in the list of categories, which is limited.
 */
export const categoryName = (name: string): string =>
  name
    .replace(/[\s,;]+/g, ' ')
    .trim()
    .slice(0, categoryMaxLength)
    .toWellFormed()
    .trimEnd() || '-'
