let loading: Promise<ReadonlySet<string>> | null = null

/**
 * The 49,000 most frequent passwords of published leaks, in lower case (see docs/decisions/011-leaked-passwords.md).
 * Loaded on first use, because the list takes 4 MB that worker processes do not need.
 */
export function leakedPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return loading
}
