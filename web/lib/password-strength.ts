import { passwordMinLength } from '../../contract/limits.ts'

export type PasswordStrength = 'short' | 'weak' | 'fair' | 'strong'

/**
 * A rough estimate from the number of different characters and their kinds. The server also refuses common and leaked
 * passwords, whose lists are too large for a page.
 */
export function passwordStrength(password: string): PasswordStrength {
  if (password.length < passwordMinLength) return 'short'
  const distinct = new Set(password).size
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) => kind.test(password)).length
  const score = Math.min(password.length, distinct * 1.5) + 2 * (kinds - 1)
  return score >= 17 ? 'strong' : score >= 13 ? 'fair' : 'weak'
}
