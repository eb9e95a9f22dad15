export const textLinkClasses =
  'rounded-sm font-medium text-accent underline-offset-4 hover:text-accent-strong hover:underline'
