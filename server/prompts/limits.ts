/** Policy values that several files of `server/prompts` share. */

/** Conditions of a plan's filter: entries, and characters of each. A name also bounds a template's text. */
export const filterMaxFileTypes = 30
export const filterMaxSenders = 10
export const filterMaxWords = 20
export const filterWordMaxLength = 60
export const planNameMaxLength = 100
/** Levels of a planned folder. */
export const planMaxFolderLevels = 6
