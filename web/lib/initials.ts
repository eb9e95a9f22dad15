/** One or two letters for the user with this address. */
export const initialsOf = (email: string): string =>
  (email.split('@')[0] ?? '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '')
    .slice(0, 2)
    .map((part) => Array.from(part)[0])
    .join('')
    .toLocaleUpperCase()
