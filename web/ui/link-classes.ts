/** Link that stands on its own, e.g. below a text. */
export const linkClasses = 'rounded-sm font-medium text-accent underline underline-offset-4 hover:text-accent-strong'

/** Link in the colour of the text around it. */
export const inlineLinkClasses = 'rounded-sm underline underline-offset-4'
