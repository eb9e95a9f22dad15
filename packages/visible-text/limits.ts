/** Bounds on the work for one page. A page that exceeds one, except the first two, is rendered as an empty text. */

/** Characters of HTML that are read; the rest is ignored. */
export const maxHtmlLength = 4 * 1024 * 1024
/** The rest is ignored, unless it may hide what precedes. */
export const maxElements = 25_000
/** About 0.1 µs each, whatever the kind of work, so that no mix of features costs more than another. */
export const maxSteps = 1_000_000
/** Open elements at a time; browsers stop at about this depth, too. */
export const maxDepth = 500
export const maxAttributesPerElement = 200
/** Nested rules and at-rules of a style sheet. */
export const maxRuleNesting = 30
/** Compound selectors in one selector: `a b > c` has three. */
export const maxCompounds = 50

/** What counts as readable. Text beyond one of these thresholds is left out. */

/** Pixels. */
export const minFontSize = 2
/** From 0 to 1, multiplied over all ancestors. */
export const minOpacity = 0.1
/** Text whose colour differs from its background by less than this in red, green and blue (0 to 255) is unreadable. */
export const minColourDifference = 24
/** Pixels. A box moved further than this to the left or the top, or to the right or the bottom, is off the page. */
export const minOffset = -500
export const maxOffset = 3000
/** Pixels of a box's height or width below which its overflow leaves nothing to read. */
export const minBoxSize = 2
/** Pixels. A picture that is not wider is an icon, which says nothing. */
export const maxIconWidth = 48
